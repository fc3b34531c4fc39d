import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit

@testable import CairnCLI

/// A server in this process on a log of the test kit.
struct LocalServer: Sendable {
  let scratch: ScratchLog
  private let server: Server
  private static let host = "127.0.0.1:8080"

  init(_ scratch: ScratchLog) throws {
    self.scratch = scratch
    let dependencies = ServerDependencies(
      hosts: [Self.host],
      zone: SystemZones.rules("Europe/Berlin") ?? .utc,
      now: scratch.environment.now,
      random: scratch.environment.random,
      freeBytes: { 1 << 40 },
      version: "1.2.3"
    )
    let directory = try DataDirectory(option: "/nonexistent", variable: { _ in nil })
    server = Server(scratch.log, in: LogDirectory(directory: directory), dependencies: dependencies)
  }

  /// Posts JSON as a program does.
  func post(_ target: String, _ json: String) async -> HTTPResponse {
    await post(target, json, type: "application/json")
  }

  /// Submits a form as a browser does.
  func submit(_ target: String, _ form: String) async -> HTTPResponse {
    let origin = [("origin", "http://" + Self.host), ("sec-fetch-site", "same-origin")]
    return await post(target, form, type: "application/x-www-form-urlencoded", origin)
  }

  private func post(
    _ target: String,
    _ body: String,
    type: String,
    _ fields: [(String, String)] = []
  ) async -> HTTPResponse {
    var request = HTTPRequest(.post, target, body: Array(body.utf8))
    for (name, value) in [("host", Self.host), ("content-type", type)] + fields {
      request.fields.append(name, value)
    }
    return await server.respond(to: request)
  }
}
