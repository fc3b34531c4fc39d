import Cairn
import CairnTestKit
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A configuration file` {
  /// Returns the variables with a file of these lines, which `CAIRN_CONFIG` names.
  private func variables(
    _ lines: String,
    environment: [String: String] = [:]
  ) async throws -> Configuration {
    try await withScratchFolder { folder in
      try lines.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
      let all = environment.merging(["CAIRN_CONFIG": folder + "/settings"]) { own, _ in own }
      return try ConfigurationFile.adding { all[$0] }
    }
  }

  @Test func `sets what the environment does not`() async throws {
    let lines = """
      # The server.
      CAIRN_LISTEN=127.0.0.1:9000
        CAIRN_URL = "https://log.example.org/a=b"

      CAIRN_ZONE='Europe/Berlin'
      """
    let variable = try await variables(lines, environment: ["CAIRN_LISTEN": "[::1]:80"])
    #expect(variable("CAIRN_LISTEN") == "[::1]:80")
    #expect(variable("CAIRN_URL") == "https://log.example.org/a=b")
    #expect(variable("CAIRN_ZONE") == "Europe/Berlin" && variable("CAIRN_PROXIES") == nil)
  }

  @Test func `expands the home folder, and refuses a second value`() async throws {
    let environment = ["HOME": "/people/ana"]
    let variable = try await variables("CAIRN_DATA_DIR=~/log", environment: environment)
    #expect(variable("CAIRN_DATA_DIR") == "/people/ana/log")
    let error = await #expect(throws: CairnError.self) {
      _ = try await variables("CAIRN_ZONE=UTC\nCAIRN_ZONE=UTC")
    }
    #expect(error?.message.contains("sets CAIRN_ZONE again") == true)
  }

  @Test(arguments: ["CAIRN_LISTEN", "listen=127.0.0.1:80", "export CAIRN_ZONE=UTC", "HOME=/tmp"])
  func `is refused with the number of a wrong line`(line: String) async throws {
    let error = await #expect(throws: CairnError.self) { _ = try await variables("# a\n\(line)") }
    #expect(error?.code == "usage.config" && error?.message.hasPrefix("Line 2 of ") == true)
    #expect(error?.message.contains("“\(line)”") == true)
  }

  @Test func `is refused with an unknown variable, which may be a typo`() async throws {
    let error = await #expect(throws: CairnError.self) {
      _ = try await variables("CAIRN_ZONE=UTC\nCAIRN_LISTN=127.0.0.1:80")
    }
    #expect(error?.code == "usage.config" && error?.message.hasPrefix("Line 2 of ") == true)
    #expect(error?.hint.contains("Did you mean CAIRN_LISTEN?") == true)
  }

  @Test func `suggests only names that are near without their prefix`() async throws {
    let error = await #expect(throws: CairnError.self) { _ = try await variables("CAIRN_FOO=1") }
    #expect(error?.hint == "`cairn config` lists the settings.")
  }

  @Test(arguments: ["\"UTC", "UTC\"", "'UTC\"", "\""])
  func `is refused with a quote without another`(value: String) async throws {
    let error = await #expect(throws: CairnError.self) {
      _ = try await variables("CAIRN_ZONE=\(value)")
    }
    #expect(error?.message.contains("has a quote without another") == true, "\(value)")
  }

  @Test func `is no folder`() async throws {
    try await withScratchFolder { folder in
      let error = #expect(throws: CairnError.self) {
        _ = try ConfigurationFile.adding { $0 == "CAIRN_CONFIG" ? folder : nil }
      }
      #expect(error?.code == "input.not_a_file")
      #expect(error?.hint == "Set CAIRN_CONFIG to a file, such as \(folder)/cairn.env.")
    }
  }

  @Test func `is the origin of what it sets`() async throws {
    let environment = ["CAIRN_LISTEN": "[::1]:80"]
    let set = try await variables("CAIRN_LISTEN=[::1]:81\nCAIRN_ZONE=UTC", environment: environment)
    #expect(set.origin(of: "CAIRN_ZONE").hasPrefix("CAIRN_ZONE in /"))
    #expect(set.origin(of: "CAIRN_LISTEN") == "CAIRN_LISTEN" && set.origin(of: "log") == "log")
  }

  @Test func `must exist if it is named`() throws {
    let error = #expect(throws: CairnError.self) {
      _ = try ConfigurationFile.adding { $0 == "CAIRN_CONFIG" ? "/no/such/file" : nil }
    }
    #expect(error?.code == "input.no_file")
  }

  @Test(arguments: [("HOME", "/.config"), ("XDG_CONFIG_HOME", "")])
  func `is found in the person's configuration folder`(name: String, below: String) async throws {
    try await withScratchFolder { folder in
      let place = folder + below + "/cairn"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      #expect(try ConfigurationFile.adding { $0 == name ? folder : nil }("CAIRN_ZONE") == nil)
      try "CAIRN_ZONE=UTC".write(toFile: place + "/cairn.env", atomically: true, encoding: .utf8)
      #expect(try ConfigurationFile.adding { $0 == name ? folder : nil }("CAIRN_ZONE") == "UTC")
    }
  }
}
