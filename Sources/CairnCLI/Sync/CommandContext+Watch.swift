import Cairn
import CairnReports
import CairnStore
import CairnSync
import Glibc

extension CommandContext {
  /// Syncs whenever the log or the server changes, until SIGINT or SIGTERM.
  ///
  /// A failure is printed once and retried with increasing delays. The watch ends when the log is disconnected or uses
  /// another server.
  func watch(_ plan: SyncRemote) async throws -> ExitCode {
    let signals = StopSignals()
    return try await withLog { log in
      let watch = SyncWatch(
        log,
        writes: FileChanges(of: directory.logFile),
        wrapRun: { run in
          guard let lock = try SyncLock(in: directory) else { return nil }
          defer { lock.end() }
          guard try directory.syncRemote()?.url == plan.url else { throw CairnError.left }
          return try await recordingFailure(run)
        },
        // Read the file again, because the token may have changed.
        transport: { call in try await (try directory.syncRemote() ?? plan).transport(web)(call) }
      )
      await withTaskGroup { group in
        group.addTask { await report(watch.states(), of: log, plan) }
        group.addTask { [arrivals = signals.arrivals] in for await _ in arrivals { break } }
        await group.next()
        group.cancelAll()
      }
      withExtendedLifetime(signals) {}
      return .done
    }
  }

  private func report(_ states: AsyncStream<SyncStatus>, of log: Log, _ plan: SyncRemote) async {
    var lastWarning: String?
    for await state in states {
      switch state {
      case .running: continue
      case .finished(let outcome):
        lastWarning = nil
        guard outcome.sent + outcome.received > 0, let now = try? await log.syncState() else {
          continue
        }
        show(outcome, now, plan, (try? await log.possibleDuplicates()) ?? .none)
      case .failed(let error, _):
        let error = CairnError(any: error)
        if lastWarning != error.message { output.warn(error.message) }
        lastWarning = error.message
        if error.code == CairnError.left.code { return }
      }
    }
  }
}

extension CairnError {
  /// The error that ends a run or a watch after the log was disconnected or connected to another server.
  static var left: CairnError {
    CairnError(
      "sync.not_set_up",
      "This log now syncs with another server or none, so this process stopped.",
      hint: "Set one up with `cairn sync setup URL`."
    )
  }
}

/// An asynchronous sequence that emits when any program writes a file, polled ten times a second.
struct FileChanges: AsyncSequence, Sendable {
  private let path: String

  init(of path: String) { self.path = path }

  func makeAsyncIterator() -> Iterator { Iterator(path: path, seen: FileState(path)) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let path: String
    fileprivate var seen: FileState?

    mutating func next() async throws -> Void? {
      while true {
        try await Task.sleep(for: .milliseconds(100))
        let now = FileState(path)
        guard now != seen else { continue }
        seen = now
        return ()
      }
    }
  }
}

/// The size and modification time of a file.
private struct FileState: Equatable {
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (size, seconds) = (Int(status.st_size), Int(status.st_mtim.tv_sec))
    nanoseconds = Int(status.st_mtim.tv_nsec)
  }
}
