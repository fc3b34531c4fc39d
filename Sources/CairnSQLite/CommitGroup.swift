import CairnSQL

/// A group commit: writes that arrive while another is being synced share the next commit.
///
/// A sync costs more than a small write. Each write runs in a savepoint of its own, so a failed one does not affect
/// the others. No caller resumes before the commit.
final class CommitGroup: @unchecked Sendable {  // `waiting` is guarded by `lock`
  /// The resumption of a caller after the commit, or the error of its write.
  typealias Outcome = Result<@Sendable () -> Void, any Error>

  /// A write and its caller's continuation.
  private struct PendingWrite: Sendable {
    let cancellation: Cancellation
    let work: @Sendable (Connection) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void

    func resume(_ outcome: Outcome) {
      switch outcome {
      case .success(let answer): answer()
      case .failure(let error): fail(error)
      }
    }
  }

  private let serialized: SerializedConnection
  private let hub: ChangeHub
  private let lock = Lock()
  private var waiting: [PendingWrite] = []
  /// The longest time that one commit collects work.
  private static let maxBatchTime = Duration.milliseconds(10)

  init(_ serialized: SerializedConnection, _ hub: ChangeHub) {
    (self.serialized, self.hub) = (serialized, hub)
  }

  /// Runs the closure as a transaction of its own, or as part of a shared one.
  func run<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let work = { @Sendable (connection: Connection) in
          let result = try body(connection)
          return { @Sendable in continuation.resume(returning: result) }
        }
        enqueue(
          PendingWrite(cancellation: cancellation, work: work) { continuation.resume(throwing: $0) }
        )
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func enqueue(_ write: PendingWrite) {
    let isFirst = lock.withLock {
      waiting.append(write)
      return waiting.count == 1
    }
    if isFirst { serialized.perform { self.commit($0) } }
  }

  private func drainQueue() -> [PendingWrite] {
    lock.withLock {
      defer { waiting = [] }
      return waiting
    }
  }

  /// Commits the pending writes in one or more transactions; called only on the connection's queue.
  private func commit(_ opened: Result<Connection, any Error>) {
    var writes = drainQueue()[...]
    while !writes.isEmpty {
      var outcomes: [Outcome] = []
      do {
        let connection = try opened.get()
        try commit(writes, on: connection, &outcomes)
        hub.publish(connection.touched)
      } catch {
        // A write that failed on its own keeps its error.
        outcomes = outcomes.map { $0.isFailure ? $0 : .failure(error) }
        if outcomes.isEmpty { outcomes = [.failure(error)] }
      }
      for (write, outcome) in zip(writes, outcomes) { write.resume(outcome) }
      writes = writes.dropFirst(outcomes.count)
    }
  }

  private func commit(
    _ writes: ArraySlice<PendingWrite>,
    on connection: Connection,
    _ outcomes: inout [Outcome]
  ) throws {
    if let write = writes.first, writes.count == 1 {
      let resume = try connection.transaction(.write, write.cancellation, write.work)
      return outcomes.append(.success(resume))
    }
    let begin = ContinuousClock.now
    try connection.transaction(.write, Cancellation()) { connection in
      for write in writes where outcomes.isEmpty || ContinuousClock.now - begin < Self.maxBatchTime
      {
        outcomes.append(try connection.savepoint(write.cancellation, write.work))
      }
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { return true }
    return false
  }
}
