public import CairnSQL

/// A PostgreSQL database limited to the rows of one account.
///
/// Each transaction sets its account (`cairn.user`), and the row policies show only that account's rows, so no
/// statement names an account. Writes of one account are serialised by an advisory lock of the transaction,
/// across processes.
public final class PostgresDatabase: SQLDatabase {
  /// PostgreSQL's SQL dialect.
  public let dialect = SQLDialect.postgresql
  private let server: PostgresServer
  private let scope: AccessScope
  /// The statements that throw for tables without row policies; run under the write lock.
  private let guards: [SQL]
  private let hub: ChangeHub

  /// The rows a database can access.
  enum AccessScope {
    case account(UInt64, UInt64)
    /// The rows that the account made public, without any private ones.
    case publicRows(UInt64, UInt64)
    case shared
    /// The tables of the logs, without any rows.
    case tables

    /// The account as a PostgreSQL `uuid`; empty for none.
    var name: String {
      switch self {
      case .account(let high, let low), .publicRows(let high, let low):
        PostgresDatabase.digits(high) + PostgresDatabase.digits(low)
      case .shared, .tables: ""
      }
    }
  }

  init(_ server: PostgresServer, _ scope: AccessScope) {
    (self.server, self.scope) = (server, scope)
    guards =
      switch scope {
      case .account, .publicRows: ["SELECT cairn_require_row_security()"]
      case .shared, .tables: []
      }
    hub = server.router.hub(of: scope.name)
  }

  /// Runs the closure on one snapshot; statements that write throw `readOnly`.
  ///
  /// `BEGIN` goes with the first statement.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let preamble = beginRead
    return try await server.pool.run { connection, cancellation in
      try connection.transaction(.read, preamble: preamble, cancellation, body)
    }
  }

  /// Runs one query in one round trip.
  public func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let preamble = beginRead
    let found = try await server.pool.run { connection, cancellation in
      try connection.readPrefetched([query], preamble: preamble, cancellation, body)
    }
    return if let found { found } else { try await read(body) }
  }

  /// Runs the closure on one snapshot, with exclusive use of a connection.
  ///
  /// `BEGIN` goes with the first statement, as in ``read(_:)``.
  public func snapshot<T: Sendable>(
    on routeKey: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await onBlockingExecutor {
      do {
        let expected = routeKey.flatMap { server.prefetcher.plan(on: $0, by: scope.name) }
        return try await runSnapshot(on: routeKey, expected, body)
      } catch is SnapshotTransaction.PrefetchMiss {
        return try await runSnapshot(on: routeKey, nil, body)
      }
    }
  }

  private func runSnapshot<T: Sendable>(
    on routeKey: String?,
    _ expected: PrefetchPlan?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    let preamble = beginRead
    let (result, executedQueries) = try await server.pool.withLease { lease in
      let transaction = SnapshotTransaction(lease, preamble, expecting: expected)
      return try await transaction.run { try await body(SQLSnapshot(of: self, at: transaction)) }
    }
    if let routeKey { server.prefetcher.learn(executedQueries, on: routeKey, by: scope.name) }
    return result
  }

  /// Runs the body on a thread that may block on the server, if one is free.
  public func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    try await server.executors.withExecutor(body)
  }

  /// Runs the closure as one transaction that is durable when this returns.
  ///
  /// Throws `unknownCommit` if the outcome is unknown, for example if a standby takes longer than ten seconds. Before
  /// the closure runs, it throws `overloaded`, and `readOnly` for another account's public rows.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if case .publicRows = scope {
      throw StorageError(.readOnly, "Public logs of others are read-only.")
    }
    let preamble = [Self.beginWrite, setAccount, "SELECT pg_advisory_xact_lock(\(lock))"] + guards
    return try await server.semaphore.run(at: lock) {
      try await server.pool.runWriting { connection, cancellation in
        let result = try connection.transaction(.write, preamble: preamble, cancellation, body)
        self.notify(connection.touched)
        return result
      }
    }
  }

  /// Publishes the changed tables to subscribers in this process and others.
  private func notify(_ tables: Set<String>) {
    guard !tables.isEmpty else { return }
    hub.publish(tables)
    guard case .account = scope else { return }
    server.notifications?.notify("log \(scope.name) \(tables.sorted().joined(separator: " "))")
  }

  /// Runs a schema change as the owner of the tables, one at a time.
  @discardableResult
  public func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard let owner = server.owner else {
      throw StorageError(
        .notPrepared,
        "The tables are from another version, and this role may not change them."
      )
    }
    let lock: SQL = "SELECT pg_advisory_xact_lock(\(PostgresServer.migrating))"
    let preamble = [Self.beginWrite, lock, createSchema, setAccount]
    return try await owner.run { connection, cancellation in
      try connection.transaction(.writeSchema, preamble: preamble, cancellation, body)
    }
  }

  /// Returns the tables of each commit from now on, in this process and in those connected to it.
  public func changes() -> AsyncStream<Set<String>> { hub.changes() }

  /// Does nothing: the connections belong to the server.
  public func close() async {}

  private var beginRead: [SQL] {
    ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", setAccount] + guards + assumeReaderRole
  }

  /// READ COMMITTED whatever the role's default is, so that the guard statements see the state after the lock
  /// was granted.
  private static let beginWrite: SQL = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

  /// Sets the account of the transaction.
  private var setAccount: SQL {
    switch scope {
    case .account, .publicRows, .tables:
      "SELECT set_config('cairn.user', \(scope.name), true)"
    case .shared:
      "SELECT set_config('cairn.user', '', true), set_config('search_path', 'accounts', true)"
    }
  }

  /// Switches to the role that sees only the account's public rows.
  private var assumeReaderRole: [SQL] {
    guard case .publicRows = scope else { return [] }
    return [
      "SET LOCAL ROLE cairn_reader",
      """
      SELECT set_config('cairn.user', '', true), set_config('cairn.public_account', \(scope.name), true)
      """,
    ]
  }

  /// Creates the schema for the tables of this scope.
  private var createSchema: SQL {
    switch scope {
    case .account, .publicRows, .tables: "SELECT"
    case .shared: "CREATE SCHEMA IF NOT EXISTS accounts"
    }
  }

  /// The advisory lock that serialises writes of this scope.
  private var lock: Int64 {
    switch scope {
    case .account(let high, let low), .publicRows(let high, let low): Int64(bitPattern: high ^ low)
    case .shared, .tables: PostgresServer.migrating + 1
    }
  }

  private static func digits(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
