import Foundation
import Testing

/// An interactive shell on a pseudo-terminal.
enum PseudoTerminal {
  /// Types lines into an interactive shell and waits until it exits.
  ///
  /// All input is written ahead; the shell reads it when it is ready, so no delays are needed.
  static func type(
    _ lines: [String],
    into shell: String,
    _ arguments: [String],
    in folder: Scratch
  ) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    let end = FileHandle(fileDescriptor: slave)
    let process = Process()
    // The timeout turns a hanging shell into a failed test.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["--foreground", "--signal=KILL", "60", shell] + arguments
    process.environment = [
      "PATH": "\(folder.path):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
      "LC_ALL": "C.UTF-8", "TERM": "dumb", "HISTFILE": "/dev/null",
    ]
    process.currentDirectoryURL = folder.url
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    try process.run()
    close(slave)
    let keys = Array((lines + ["exit"]).map { $0 + "\n" }.joined().utf8)
    try #require(write(master, keys, keys.count) == keys.count)
    drain(master)
    process.waitUntilExit()
    close(master)
  }

  /// Reads the shell's output until it exits, because a full buffer would block it.
  private static func drain(_ master: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while read(master, &buffer, buffer.count) > 0 {}
  }
}
