public import CairnSQL

/// A log that may move to another database while it is open.
///
/// A transaction that finds its log sealed has done nothing yet, so it is retried in the database where the log
/// is then, for about two seconds during a migration.
///
/// Unchecked: `current`: under `lock`.
public final class RelocatableDatabase: SQLDatabase, @unchecked Sendable {
  /// PostgreSQL's SQL dialect.
  public let dialect = SQLDialect.postgresql
  private let locate: @Sendable () async throws -> PostgresDatabase
  private let lock = Lock()
  private var current: PostgresDatabase

  /// The delays before each new lookup, in milliseconds.
  private static let delays = [0, 20, 50] + Array(repeating: 100, count: 20)

  /// Creates a database from a function that looks up where the log is now.
  public init(_ locate: @escaping @Sendable () async throws -> PostgresDatabase) async throws {
    self.locate = locate
    current = try await locate()
  }

  /// Runs the closure on one snapshot, wherever the log is; throws `storage.moving` if a migration takes too long.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await retryingAfterMove { try await $0.read(body) }
  }

  /// Runs the closure on one snapshot, wherever the log is; throws `storage.moving` if a migration takes too long.
  public func snapshot<T: Sendable>(
    on routeKey: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await retryingAfterMove { try await $0.snapshot(on: routeKey, body) }
  }

  /// Runs the body on a thread that may block on the server, if one is free.
  public func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    try await database.onBlockingExecutor(body)
  }

  /// Runs the closure as one transaction, wherever the log is; throws `storage.moving` if a migration takes too long.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await retryingAfterMove { try await $0.write(body) }
  }

  /// Throws `notPrepared`: a serving process does not own the tables.
  @discardableResult
  public func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await database.writeSchema(body)
  }

  /// Returns the tables of each commit, in any database of the server.
  public func changes() -> AsyncStream<Set<String>> { database.changes() }

  /// Does nothing: the connections belong to the server.
  public func close() async {}

  private var database: PostgresDatabase { lock.withLock { current } }

  private func retryingAfterMove<T>(
    _ work: (PostgresDatabase) async throws -> T
  ) async throws -> T {
    for wait in Self.delays {
      do {
        return try await work(database)
      } catch let error as StorageError where error.code == .moving {
        try await Task.sleep(for: .milliseconds(wait))
        let found = try await locate()
        lock.withLock { current = found }
      }
    }
    return try await work(database)
  }
}
