import CairnSQL

/// A read transaction with exclusive use of a connection; its first read begins it.
///
/// Unchecked: guarded by the slot's lock.
final class SnapshotTransaction: SQLSnapshotTransaction, @unchecked Sendable {
  private enum Stage {
    case notBegun, active
    /// Committed on the server; all results have arrived.
    case completed
    case over
  }

  /// The error of a wrong plan: the body made another query, or a query failed that only the plan may have made.
  struct PrefetchMiss: Error {}

  private let lease: ConnectionLease
  private let preamble: [SQL]
  /// The queries to send with the first read.
  private let expected: PrefetchPlan?
  private var stage = Stage.notBegun
  private var executedQueries: [SQL] = []
  /// The error of `BEGIN` or the first read, which the body may have caught.
  private var beginError: (any Error)?

  init(_ lease: ConnectionLease, _ preamble: [SQL], expecting expected: PrefetchPlan?) {
    (self.lease, self.preamble, self.expected) = (lease, preamble, expected)
  }

  /// Runs the body, ends the transaction, and returns the queries it made.
  ///
  /// Throws the error of the first read, or ``PrefetchMiss``, even if the body does not.
  func run<T>(_ body: () async throws -> T) async throws -> (T, [SQL]) {
    let result: T
    do {
      result = try await body()
    } catch {
      try await end { _ in throw error }
      throw error
    }
    try await end { try $0.finish(.read) }
    return (result, executedQueries)
  }

  private func end(_ work: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await lease.performBlocking { [self] in
      defer { stage = .over }
      if let beginError {
        throw isMistaken((beginError as? StorageError)?.code) ? PrefetchMiss() : beginError
      }
      switch stage {
      case .completed:
        guard try lease.resume({ $0.close() }) else { throw PrefetchMiss() }
        executedQueries = try lease.resume(\.executedQueries)
      case .active:
        try lease.resume { connection in
          executedQueries = connection.executedQueries
          do {
            if !connection.isInTransaction, isMistaken(connection.pipeline.firstErrorCode) {
              throw PrefetchMiss()
            }
            try work(connection)
          } catch {
            throw connection.abandon(for: error)
          }
        }
      case .notBegun, .over: break
      }
    }
  }

  /// Returns whether the error may be that of a prefetched query that the body never made.
  private func isMistaken(_ code: StorageError.Code?) -> Bool {
    guard expected != nil, let code else { return false }
    return ![.unreachable, .interrupted].contains(code)
  }

  /// Runs a read; returns nil after the end.
  ///
  /// The stage is checked on the connection's queue: a later read on this connection could see
  /// another account's rows.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await lease.performBlocking { [self] in
      if let beginError { throw beginError }
      switch stage {
      case .notBegun:
        if let expected, expected.isComplete { return try begin(for: expected.queries, body) }
        return try begin(body)
      case .active, .completed: return try lease.resume(body)
      case .over: return nil
      }
    }
  }

  /// Begins the transaction with the body's first query and the prefetched ones; an error of the body alone
  /// does not end it.
  private func begin<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
    let result = try begun { connection, cancellation in
      try connection.begin(.read, preamble, cancellation)
      try connection.prefetch(expected?.queries ?? [])
      let result = Result { try body(connection) }
      if case .failure(let error) = result, error is StorageError || !connection.isInTransaction {
        throw error
      }
      return result
    }
    stage = .active
    return try result.get()
  }

  /// Runs the whole transaction, from `BEGIN` to `COMMIT`, in one message with the queries.
  private func begin<T>(
    for queries: [SQL],
    _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    let connection = try begun { connection, cancellation in
      try connection.prefetchTransaction(queries, preamble, cancellation)
      return connection
    }
    stage = .completed
    return try body(connection)
  }

  private func begun<T>(_ work: (Connection, Cancellation) throws -> T) throws -> T {
    do {
      return try lease.begin { connection, cancellation in
        do {
          return try work(connection, cancellation)
        } catch {
          throw connection.abandon(for: error)
        }
      }
    } catch {
      beginError = error
      throw error
    }
  }
}
