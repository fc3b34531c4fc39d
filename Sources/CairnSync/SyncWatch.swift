public import Cairn
public import CairnStore

/// What a device does that keeps itself in agreement with its server.
public enum SyncStatus: Sendable {
  /// It sends or fetches.
  case runs(SyncProgress)
  /// A run finished; `Log.syncState()` reports what is still queued or was refused.
  case ran(SyncOutcome)
  /// A run failed; the next begins after so many milliseconds, or with the next write.
  case failed(any Error, again: Milliseconds)
}

/// Syncs a log whenever something is written here or on its server, for as long as anyone listens.
///
/// It may be cut off at any moment, by the system or by the end of the task, and begun again
/// (spec/sync.md 3.3).
public struct SyncWatch<Writes: AsyncSequence & Sendable>: Sendable {
  private let log: Log
  private let writes: Writes
  private let transport: SyncTransport
  private let sleep: @Sendable (Milliseconds) async throws -> Void
  private let around: Around

  /// Lets a run happen, or not: nil when another program is at it.
  public typealias Around =
    @Sendable (
      _ run: @Sendable () async throws -> SyncOutcome
    ) async throws -> SyncOutcome?

  /// How often news may fail to come before everything is looked at all the same: after a minute.
  private static var quietWaits: Int { 4 }

  /// How long a server that tells of nothing new is left alone.
  private static var deafness: Milliseconds { Milliseconds(15_000) }

  private enum Wake { case write, due }

  /// Prepares a watch over a log, which `writes` tells of every write.
  public init(
    _ log: Log,
    writes: Writes,
    sleep: @escaping @Sendable (Milliseconds) async throws -> Void = {
      try await Task.sleep(for: .milliseconds($0.count))
    },
    around: @escaping Around = { try await $0() },
    transport: @escaping SyncTransport
  ) {
    (self.log, self.writes, self.transport) = (log, writes, transport)
    (self.sleep, self.around) = (sleep, around)
  }

  /// What happens, one after another; it ends when nobody listens any more.
  public func states() -> AsyncStream<SyncStatus> {
    AsyncStream { states in
      let keeping = Task {
        await keep { states.yield($0) }
        states.finish()
      }
      states.onTermination = { _ in keeping.cancel() }
    }
  }

  private func keep(_ tell: @escaping @Sendable (SyncStatus) -> Void) async {
    let (wakes, waking) = AsyncStream<Wake>.makeStream()
    let hearing = Task {
      do { for try await _ in writes { waking.yield(.write) } } catch { waking.yield(.write) }
    }
    defer { hearing.cancel() }
    var backoff = SyncBackoff()
    while !Task.isCancelled {
      let known = try? await log.lineCount()
      let wait = await attempt(&backoff, tell)
      await rest(wait, since: known, wakes, waking)
    }
  }

  /// Runs once; gives how long to wait after a failure.
  private func attempt(
    _ backoff: inout SyncBackoff,
    _ tell: @escaping @Sendable (SyncStatus) -> Void
  ) async -> Milliseconds? {
    let asked = RetryAfter()
    let runner = SyncRunner(
      log,
      progress: { tell(.runs($0)) },
      transport: { await asked.note(try await transport($0)) }
    )
    do {
      if let outcome = try await around({ try await runner.run() }) { tell(.ran(outcome)) }
      backoff.succeed()
      return nil
    } catch {
      var chance = SystemRandomNumberGenerator()
      let wait = max(backoff.fail(&chance), await asked.pause)
      tell(.failed(error, again: wait))
      return wait
    }
  }

  /// Waits for something to send, for news, or after a failure for the end of the wait; `known` lines were
  /// there before that.
  private func rest(
    _ wait: Milliseconds?,
    since known: Int64?,
    _ wakes: AsyncStream<Wake>,
    _ waking: AsyncStream<Wake>.Continuation
  ) async {
    let due = Task {
      if let wait { try? await sleep(wait) } else { await hearNews() }
      if !Task.isCancelled { waking.yield(.due) }
    }
    defer { due.cancel() }
    for await wake in wakes where await mustRun(wake, since: known, hasFailed: wait != nil) {
      return
    }
  }

  private func hearNews() async {
    let runner = SyncRunner(log, transport: transport)
    for _ in 0..<Self.quietWaits {
      do {
        if try await runner.waitForNews() { return }
      } catch {
        // What keeps the server from being heard may let runs work: they come at this pace then.
        try? await sleep(Self.deafness)
        return
      }
    }
  }

  /// A run writes as well; only what waits to be sent asks for another, and after one that failed only what
  /// has come since.
  private func mustRun(_ wake: Wake, since known: Int64?, hasFailed: Bool) async -> Bool {
    if case .due = wake { return true }
    // Whoever let the watch begin may want to know at once that nothing is followed any more.
    if (try? await log.syncState())?.place == nil { return true }
    if hasFailed, known == (try? await log.lineCount()) { return false }
    return (try? await log.nextPush(limit: 1)) != nil
  }
}
