import Glibc

/// A background sync that starts after a write, without blocking it.
enum BackgroundSync {
  /// `POSIX_SPAWN_SETSID`, which glibc defines only under `_GNU_SOURCE`.
  private static let newSession: Int16 = 0x80

  /// Starts `cairn sync soon` as a separate process in its own session, without a terminal.
  ///
  /// If it cannot start, the next write or `cairn sync` sends the queued changes. Nothing waits for
  /// the process: it is orphaned when this program exits.
  static let start: @Sendable (DataDirectory) -> Void = { directory in
    var attributes = posix_spawnattr_t()
    var files = posix_spawn_file_actions_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return }
    defer { posix_spawnattr_destroy(&attributes) }
    guard posix_spawn_file_actions_init(&files) == 0 else { return }
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawnattr_setflags(&attributes, newSession)
    for (number, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
      posix_spawn_file_actions_addopen(&files, Int32(number), "/dev/null", mode, 0)
    }
    run(["cairn", "sync", "soon", "--data-dir", directory.path], files, attributes)
  }

  private static func run(
    _ words: [String],
    _ files: posix_spawn_file_actions_t,
    _ attributes: posix_spawnattr_t
  ) {
    var (files, attributes) = (files, attributes)
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    _ = posix_spawn(&process, "/proc/self/exe", &files, &attributes, arguments + [nil], environ)
  }
}
