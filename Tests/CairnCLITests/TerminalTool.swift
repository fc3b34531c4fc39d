import Foundation

/// Runs external programs that read the output: shells and typesetters.
enum Tool {
  /// Returns the path of a program; nil if it is not installed.
  static func find(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The output and the exit code of a program.
  struct RunResult {
    var out: String
    var err: String
    var exit: Int32
  }

  /// Runs a program with standard input, in `folder` if given.
  static func run(
    _ program: String,
    _ arguments: [String],
    input: String = "",
    in folder: Scratch? = nil
  ) throws -> RunResult {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = [
      "PATH": (folder.map { "\($0.path):" } ?? "") + "/usr/local/bin:/usr/bin:/bin",
      "HOME": scratch.path, "LC_ALL": "C.UTF-8", "TERM": "xterm",
    ]
    process.currentDirectoryURL = (folder ?? scratch).url
    process.standardInput = try FileHandle(
      forReadingFrom: scratch.write(input, to: "input")
    )
    process.standardOutput = try FileHandle(forWritingTo: scratch.write("", to: "out"))
    process.standardError = try FileHandle(forWritingTo: scratch.write("", to: "err"))
    try process.run()
    process.waitUntilExit()
    return try RunResult(
      out: scratch.read("out"),
      err: scratch.read("err"),
      exit: process.terminationStatus
    )
  }
}

/// A folder for one test, deleted on deinitialisation.
final class Scratch {
  let url: URL
  var path: String { url.path }

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func write(_ text: String, to name: String, executable: Bool = false) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    if executable {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: file.path
      )
    }
    return file
  }

  func read(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }
}
