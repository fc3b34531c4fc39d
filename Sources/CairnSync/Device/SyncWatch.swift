public import Cairn
public import CairnStore

/// The state of a continuous sync.
public enum SyncStatus: Sendable {
  /// A run is sending or fetching.
  case running(SyncProgress)
  /// A run finished; `Log.syncState()` reports what is still queued or was refused.
  case finished(SyncOutcome)
  /// A run failed; the next starts after the delay, or with the next write.
  case failed(any Error, retryAfter: Milliseconds)
}

/// Continuous sync: runs after every write here or on the server, while its stream is consumed.
///
/// It can be interrupted at any point and started again (spec/sync.md 3.3).
public struct SyncWatch<Writes: AsyncSequence & Sendable>: Sendable {
  private let log: Log
  private let writes: Writes
  private let transport: SyncTransport
  private let sleep: @Sendable (Milliseconds) async throws -> Void
  private let wrapRun: RunWrapper

  /// Wraps a run, for example in a lock; returns nil if another process holds it.
  public typealias RunWrapper =
    @Sendable (
      _ run: @Sendable () async throws -> SyncOutcome
    ) async throws -> SyncOutcome?

  /// The number of 15-second waits without changes before a run starts anyway.
  private static var maxIdleWaits: Int { 4 }

  /// The delay after the server failed to report changes.
  private static var failedWaitDelay: Milliseconds { Milliseconds(15_000) }

  private enum Wake { case write, timer }

  /// Creates a watch over a log; `writes` yields after every write.
  public init(
    _ log: Log,
    writes: Writes,
    sleep: @escaping @Sendable (Milliseconds) async throws -> Void = {
      try await Task.sleep(for: .milliseconds($0.count))
    },
    wrapRun: @escaping RunWrapper = { try await $0() },
    transport: @escaping SyncTransport
  ) {
    (self.log, self.writes, self.transport) = (log, writes, transport)
    (self.sleep, self.wrapRun) = (sleep, wrapRun)
  }

  /// Returns the stream of states; the sync stops when the stream is no longer consumed.
  public func states() -> AsyncStream<SyncStatus> {
    AsyncStream { states in
      let loopTask = Task {
        await runLoop { states.yield($0) }
        states.finish()
      }
      states.onTermination = { _ in loopTask.cancel() }
    }
  }

  private func runLoop(_ report: @escaping @Sendable (SyncStatus) -> Void) async {
    let (wakes, waking) = AsyncStream<Wake>.makeStream()
    let writeListener = Task {
      do { for try await _ in writes { waking.yield(.write) } } catch { waking.yield(.write) }
    }
    defer { writeListener.cancel() }
    var backoff = SyncBackoff()
    while !Task.isCancelled {
      let mutationCount = try? await log.mutationCount()
      let wait = await attempt(&backoff, report)
      await waitForWake(wait, since: mutationCount, wakes, waking)
    }
  }

  /// Runs once; returns the delay after a failure, or nil.
  private func attempt(
    _ backoff: inout SyncBackoff,
    _ report: @escaping @Sendable (SyncStatus) -> Void
  ) async -> Milliseconds? {
    let retryAfter = RetryAfter()
    let runner = SyncRunner(
      log,
      progress: { report(.running($0)) },
      transport: { await retryAfter.record(try await transport($0)) }
    )
    do {
      if let outcome = try await wrapRun({ try await runner.run() }) { report(.finished(outcome)) }
      backoff.succeed()
      return nil
    } catch {
      var chance = SystemRandomNumberGenerator()
      let wait = max(backoff.fail(&chance), await retryAfter.pause)
      report(.failed(error, retryAfter: wait))
      return wait
    }
  }

  /// Waits for a mutation to push, a remote change, or the end of the delay after a failure.
  ///
  /// `mutationCount` is the number of history entries before the run.
  private func waitForWake(
    _ wait: Milliseconds?,
    since mutationCount: Int64?,
    _ wakes: AsyncStream<Wake>,
    _ waking: AsyncStream<Wake>.Continuation
  ) async {
    let timer = Task {
      if let wait { try? await sleep(wait) } else { await awaitRemoteChanges() }
      if !Task.isCancelled { waking.yield(.timer) }
    }
    defer { timer.cancel() }
    for await wake in wakes
    where await shouldRun(wake, since: mutationCount, hasFailed: wait != nil) {
      return
    }
  }

  private func awaitRemoteChanges() async {
    let runner = SyncRunner(log, transport: transport)
    for _ in 0..<Self.maxIdleWaits {
      do {
        if try await runner.waitForRemoteChanges() { return }
      } catch {
        // Runs may work even if waiting for changes fails, so they continue at this interval.
        try? await sleep(Self.failedWaitDelay)
        return
      }
    }
  }

  /// Returns whether to run.
  ///
  /// A run writes too, so only queued mutations count; after a failure, only new ones.
  private func shouldRun(_ wake: Wake, since mutationCount: Int64?, hasFailed: Bool) async -> Bool {
    if case .timer = wake { return true }
    // Runs at once if the log no longer follows a server, so that the caller learns about it.
    if (try? await log.syncState())?.cursor == nil { return true }
    if hasFailed, mutationCount == (try? await log.mutationCount()) { return false }
    return (try? await log.nextPush(limit: 1)) != nil
  }
}
