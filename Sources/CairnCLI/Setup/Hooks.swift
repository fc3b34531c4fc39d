import Cairn
import CairnSQLite
import Glibc

/// What happened to the open session, for its message and its hook.
enum SessionEvent: String, Sendable, CaseIterable {
  case start, pause, resume, stop

  /// `Started`, for a message.
  var done: String {
    switch self {
    case .start: "Started"
    case .pause: "Paused"
    case .resume: "Resumed"
    case .stop: "Stopped"
    }
  }
}

/// A person's own programs in the folder `hooks` of the data directory, such as `on-start`.
///
/// They run after the change is stored, and cannot prevent it.
struct Hooks: Sendable {
  let folder: String

  /// Runs the program of an event with a line of JSON on its standard input, and waits for it.
  ///
  /// Its output is discarded. Returns a warning if it could not start or failed.
  func run(_ event: SessionEvent, _ json: String) -> String? {
    let program = "\(folder)/on-\(event.rawValue)"
    guard access(program, F_OK) == 0 else { return nil }
    let (status, error) = Self.run(program, input: json + "\n")
    if error != 0 { return "\(program) did not start: \(SystemError(error).reason)." }
    return status == 0 ? nil : "\(program) failed with exit code \(status). The session is stored."
  }

  private static func run(_ program: String, input: String) -> (status: Int32, error: Int32) {
    var ends: [Int32] = [-1, -1]
    signal(SIGPIPE, SIG_IGN)  // The program may end without reading.
    guard pipe(&ends) == 0 else { return (0, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ChildProcess.run(program, [program]) { files in
      posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO)
      for number in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_WRONLY, 0)
      }
    } started: { isRunning in
      close(ends[0])
      if isRunning { _ = input.withCString { write(ends[1], $0, strlen($0)) } }
      close(ends[1])
    }
  }
}
