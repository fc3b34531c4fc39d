import Foundation
import Testing

/// A shell that believes a person sits before it.
enum PseudoTerminal {
  /// Types lines into an interactive shell and waits until it has left.
  ///
  /// Everything is typed ahead; the shell reads it when it is ready, so nothing needs to wait.
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
    // A shell that hangs is a failed test, not a test that never ends.
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

  /// Reads what the shell shows until it is gone; unread, it would block.
  private static func drain(_ master: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while read(master, &buffer, buffer.count) > 0 {}
  }
}
