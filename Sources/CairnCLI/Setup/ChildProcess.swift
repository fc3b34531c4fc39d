import Glibc

/// A program that another program starts and waits for.
enum ChildProcess {
  /// Runs a program with arguments, of which the first is its name, and with the given changes of its files.
  ///
  /// Returns its exit code, or an error number if it did not start. `started` is called once it runs, or did not start.
  static func run(
    _ program: String,
    _ arguments: [String],
    _ files: (inout posix_spawn_file_actions_t) -> Void,
    started: (_ isRunning: Bool) -> Void = { _ in }
  ) -> (status: Int32, error: Int32) {
    var process: pid_t = 0
    let error = spawn(program, arguments, files, &process)
    started(error == 0)
    guard error == 0 else { return (0, error) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, 0)
  }

  private static func spawn(
    _ program: String,
    _ arguments: [String],
    _ change: (inout posix_spawn_file_actions_t) -> Void,
    _ process: inout pid_t
  ) -> Int32 {
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    change(&files)
    // This program ignores a closed pipe, and Ctrl-C while it waits; a child would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A thread of Dispatch blocks all signals.
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    return posix_spawn(&process, program, &files, &attributes, words + [nil], environ)
  }
}
