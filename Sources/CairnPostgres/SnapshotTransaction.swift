import CairnSQL

/// A transaction on a connection that nobody else has until it ends; its first read begins it.
final class SnapshotTransaction: SQLSnapshotTransaction, @unchecked Sendable {  // all: under the `lock` of the seat
  private enum Stage {
    case coming, lasting
    /// It is over for the server, which has answered all that is asked.
    case answered
    case over
  }

  /// It was otherwise than expected: more was asked, or something that nobody may have asked was refused.
  struct PrefetchMiss: Error {}

  private let hold: ConnectionLease
  private let beginning: [SQL]
  /// What goes with the first read.
  private let expected: PrefetchPlan?
  private var stage = Stage.coming
  private var asked: [SQL] = []
  /// Why it could not begin, whatever was made of it on the way.
  private var refusal: (any Error)?

  init(_ hold: ConnectionLease, _ beginning: [SQL], expecting expected: PrefetchPlan?) {
    (self.hold, self.beginning, self.expected) = (hold, beginning, expected)
  }

  /// Runs a body, and ends what it began; gives what that asked as well.
  ///
  /// Throws why the first read was refused, or ``PrefetchMiss``, even where the body does not.
  func last<T>(_ body: () async throws -> T) async throws -> (T, [SQL]) {
    let result: T
    do {
      result = try await body()
    } catch {
      try await end { _ in throw error }
      throw error
    }
    try await end { try $0.finish(.read) }
    return (result, asked)
  }

  private func end(_ work: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await hold.queued { [self] in
      defer { stage = .over }
      if let refusal {
        throw isMistaken((refusal as? StorageError)?.code) ? PrefetchMiss() : refusal
      }
      switch stage {
      case .answered:
        guard try hold.resume({ $0.close() }) else { throw PrefetchMiss() }
        asked = try hold.resume(\.asked)
      case .lasting:
        try hold.resume { connection in
          asked = connection.asked
          do {
            if !connection.isSound, isMistaken(connection.pipeline.refused) { throw PrefetchMiss() }
            try work(connection)
          } catch {
            throw connection.abandon(for: error)
          }
        }
      case .coming, .over: break
      }
    }
  }

  /// Whether the server may have refused what nobody has asked.
  private func isMistaken(_ code: StorageError.Code?) -> Bool {
    guard expected != nil, let code else { return false }
    return ![.unreachable, .moving, .interrupted].contains(code)
  }

  /// Whether it has ended is asked in turn with all that is done there: on this connection a later
  /// read could be of another account.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await hold.queued { [self] in
      if let refusal { throw refusal }
      switch stage {
      case .coming:
        if let expected, expected.isAll { return try begin(for: expected.queries, body) }
        return try begin(body)
      case .lasting, .answered: return try hold.resume(body)
      case .over: return nil
      }
    }
  }

  /// What begins it goes with the first statement of the body, whose own errors do not end it, and so does
  /// what is usual.
  private func begin<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
    let result = try begun { connection, cancellation in
      try connection.begin(.read, beginning, cancellation)
      try connection.foresee(expected?.queries ?? [])
      let result = Result { try body(connection) }
      if case .failure(let error) = result, error is StorageError || !connection.isSound {
        throw error
      }
      return result
    }
    stage = .lasting
    return try result.get()
  }

  /// What begins and ends it goes with all that is asked.
  private func begin<T>(
    for queries: [SQL],
    _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    let connection = try begun { connection, cancellation in
      try connection.answer(queries, beginning, cancellation)
      return connection
    }
    stage = .answered
    return try body(connection)
  }

  private func begun<T>(_ work: (Connection, Cancellation) throws -> T) throws -> T {
    do {
      return try hold.begin { connection, cancellation in
        do {
          return try work(connection, cancellation)
        } catch {
          throw connection.abandon(for: error)
        }
      }
    } catch {
      refusal = error
      throw error
    }
  }
}
