import CairnSQL

/// Writes that are asked for while another is on its way to the disk share the next commit.
///
/// Waiting for the disk costs more than a small write does. Each write runs behind a savepoint of its
/// own, so that one that fails takes nothing from the others; nobody is answered before the commit.
final class CommitGroup: @unchecked Sendable {  // `waiting` is guarded by `lock`
  /// What a write tells its caller once it is durable, or why it came to nothing.
  typealias Outcome = Result<@Sendable () -> Void, any Error>

  /// A write, and who waits for it.
  private struct PendingWrite: Sendable {
    let cancellation: Cancellation
    let work: @Sendable (Connection) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void

    func tell(_ outcome: Outcome) {
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
  /// No answer waits for more work than this much before its commit begins.
  private static let patience = Duration.milliseconds(10)

  init(_ serialized: SerializedConnection, _ hub: ChangeHub) {
    (self.serialized, self.hub) = (serialized, hub)
  }

  /// Runs the closure as a transaction of its own, or as a part of one that others share.
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
        join(PendingWrite(cancellation: cancellation, work: work) { continuation.resume(throwing: $0) })
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func join(_ turn: PendingWrite) {
    let isFirst = lock.holding {
      waiting.append(turn)
      return waiting.count == 1
    }
    if isFirst { serialized.perform { self.commit($0) } }
  }

  private func takeAll() -> [PendingWrite] {
    lock.holding {
      defer { waiting = [] }
      return waiting
    }
  }

  /// Commits what waits by now, in one transaction or a few; on the lane's queue only.
  private func commit(_ opened: Result<Connection, any Error>) {
    var turns = takeAll()[...]
    while !turns.isEmpty {
      var outcomes: [Outcome] = []
      do {
        let connection = try opened.get()
        try commit(turns, on: connection, &outcomes)
        hub.publish(connection.touched)
      } catch {
        // What had failed by itself keeps its reason.
        outcomes = outcomes.map { $0.isFailure ? $0 : .failure(error) }
        if outcomes.isEmpty { outcomes = [.failure(error)] }
      }
      for (turn, outcome) in zip(turns, outcomes) { turn.tell(outcome) }
      turns = turns.dropFirst(outcomes.count)
    }
  }

  private func commit(
    _ turns: ArraySlice<PendingWrite>,
    on connection: Connection,
    _ outcomes: inout [Outcome]
  ) throws {
    if let turn = turns.first, turns.count == 1 {
      let tell = try connection.transaction(.write, turn.cancellation, turn.work)
      return outcomes.append(.success(tell))
    }
    let begin = ContinuousClock.now
    try connection.transaction(.write, Cancellation()) { connection in
      for turn in turns where outcomes.isEmpty || ContinuousClock.now - begin < Self.patience {
        outcomes.append(try connection.savepoint(turn.cancellation, turn.work))
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
