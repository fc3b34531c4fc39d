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
    var process: pid_t = 0
    let error = spawn(program, standardInput: ends[0], &process)
    close(ends[0])
    if error == 0 { _ = input.withCString { write(ends[1], $0, strlen($0)) } }
    close(ends[1])
    guard error == 0 else { return (0, error) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, 0)
  }

  private static func spawn(_ program: String, standardInput: Int32, _ process: inout pid_t)
    -> Int32
  {
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&files, standardInput, STDIN_FILENO)
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_WRONLY, 0)
    }
    // This program ignores a closed pipe; a child would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let name = strdup(program)
    defer { free(name) }
    return posix_spawn(&process, program, &files, &attributes, [name, nil], environ)
  }
}
