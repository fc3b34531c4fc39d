import Foundation

/// A folder for one test with the fixtures, deleted on deinitialisation.
final class Scratch {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("cairn-\(UUID().uuidString)")

  /// Creates the folder.
  init() throws {
    let fixtures = Repository.top.appendingPathComponent("Tests/CairnExchangeTests/Fixtures")
    try FileManager.default.copyItem(at: fixtures, to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the output of a shell command, including standard error, with `cairn` on its path.
  func run(_ command: String, _ variables: [String: String]) throws -> String {
    let file = url.appendingPathComponent(".output")
    try Data().write(to: file)
    let output = try FileHandle(forWritingTo: file)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = url
    shell.environment = variables.merging(
      ["PATH": "\(try Product.folder()):/usr/bin:/bin", "HOME": url.path, "LC_ALL": "C.UTF-8"]
    ) { mine, _ in mine }
    shell.standardInput = FileHandle.nullDevice
    (shell.standardOutput, shell.standardError) = (output, output)
    try shell.run()
    shell.waitUntilExit()
    let killed = shell.terminationReason == .uncaughtSignal ? "Killed\n" : ""
    return try String(decoding: Data(contentsOf: file), as: UTF8.self) + killed
  }
}

/// The command under test.
enum Product {
  /// Returns the folder of the built command, which also contains the tests.
  static func folder() throws -> String {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    guard FileManager.default.isExecutableFile(atPath: folder + "/cairn") else { throw Missing() }
    return folder
  }

  struct Missing: Error, CustomStringConvertible {
    let description = "There is no command `cairn` beside the tests: run `make build` first."
  }
}
