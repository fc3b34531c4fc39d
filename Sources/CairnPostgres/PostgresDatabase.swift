public import CairnSQL

/// What one account may see and change of a PostgreSQL database.
///
/// Each transaction says whose it is (`cairn.user`), and the policies of the tables let it see those
/// rows and no others: no statement of ours names an account. Writes of one account follow one another
/// under a lock of their transaction, in whichever process they are made.
public final class PostgresDatabase: SQLDatabase {
  /// PostgreSQL's.
  public let dialect = SQLDialect.postgresql
  private let server: PostgresServer
  private let side: AccessScope
  /// What refuses tables that keep nobody apart, and a log that is sealed, under the lock of its transaction.
  private let guarding: [SQL]
  private let hub: ChangeHub

  /// Whose rows are seen.
  enum AccessScope {
    case account(UInt64, UInt64)
    /// What that account made public, and nothing of one's own.
    case shown(UInt64, UInt64)
    case nobody
    /// Nobody's, where logs lie.
    case tables

    /// As PostgreSQL reads a `uuid`; empty for nobody.
    var name: String {
      switch self {
      case .account(let high, let low), .shown(let high, let low):
        PostgresDatabase.digits(high) + PostgresDatabase.digits(low)
      case .nobody, .tables: ""
      }
    }
  }

  init(_ server: PostgresServer, _ side: AccessScope, isGuarded: Bool = false) {
    (self.server, self.side) = (server, side)
    guarding =
      switch side {
      case .account, .shown:
        [isGuarded ? "SELECT cairn_refuse_sealed()" : "SELECT cairn_refuse_open()"]
      case .nobody, .tables: []
      }
    hub = server.router.hub(of: side.name)
  }

  /// Runs the closure on one unchanging state; statements that write throw `readOnly`.
  ///
  /// What begins it goes with its first statement, which throws `storage.moving` for a sealed log.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let beginning = reading
    return try await server.pool.run { connection, cancellation in
      try connection.transaction(.read, beginning: beginning, cancellation, body)
    }
  }

  /// Reads what one query finds, with one message to the server.
  public func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let beginning = reading
    let found = try await server.pool.run { connection, cancellation in
      try connection.answering([query], beginning: beginning, cancellation, body)
    }
    return if let found { found } else { try await read(body) }
  }

  /// Runs the closure on one unchanging state, on a connection that waits for it meanwhile.
  ///
  /// What begins it goes with its first statement, as in ``read(_:)``.
  public func snapshot<T: Sendable>(
    on occasion: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await onBlockingExecutor {
      do {
        let expected = occasion.flatMap { server.prefetcher.expectation(on: $0, by: side.name) }
        return try await moment(on: occasion, expected, body)
      } catch is SnapshotTransaction.PrefetchMiss {
        return try await moment(on: occasion, nil, body)
      }
    }
  }

  private func moment<T: Sendable>(
    on occasion: String?,
    _ expected: PrefetchPlan?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    let beginning = reading
    let (result, asked) = try await server.pool.hold { hold in
      let moment = SnapshotTransaction(hold, beginning, expecting: expected)
      return try await moment.last { try await body(SQLSnapshot(of: self, at: moment)) }
    }
    if let occasion { server.prefetcher.learn(asked, on: occasion, by: side.name) }
    return result
  }

  /// Runs the body on a thread that may wait for the server, while there is one.
  public func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    try await server.executors.seated(body)
  }

  /// Runs the closure as one transaction that is durable when this returns.
  ///
  /// Throws `unknownCommit` where nobody can tell whether it is, as when a standby takes more than ten seconds, and
  /// before the closure has begun `overloaded`, `readOnly` of what is shown to others, and `moving` for a sealed log.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if case .shown = side { throw StorageError(.readOnly, "What others made public is only read.") }
    let beginning = [Self.writing, naming, "SELECT pg_advisory_xact_lock(\(lock))"] + guarding
    return try await server.semaphore.run(at: lock) {
      try await server.pool.runWriting { connection, cancellation in
        let result = try connection.transaction(.write, beginning: beginning, cancellation, body)
        self.tell(connection.touched)
        return result
      }
    }
  }

  /// Tells whoever listens, here and in other processes, what a commit has touched.
  private func tell(_ tables: Set<String>) {
    guard !tables.isEmpty else { return }
    hub.publish(tables)
    guard case .account = side else { return }
    server.wire?.tell("log \(side.name) \(tables.sorted().joined(separator: " "))")
  }

  /// Runs a change of the schema as the role that owns it, one at a time.
  @discardableResult
  public func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard let owner = server.owner else {
      throw StorageError(
        .notPrepared,
        "The tables are not of this version, and this role may not change them."
      )
    }
    let lock: SQL = "SELECT pg_advisory_xact_lock(\(PostgresServer.migrating))"
    let beginning = [Self.writing, lock, making, naming]
    return try await owner.run { connection, cancellation in
      try connection.transaction(.alter, beginning: beginning, cancellation, body)
    }
  }

  /// The tables touched by each commit from now on, of this process and of those it hears of.
  public func changes() -> AsyncStream<Set<String>> { hub.changes() }

  /// Nothing to let go of: connections are the server's.
  public func close() async {}

  private var reading: [SQL] {
    ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", naming] + guarding + becoming
  }

  /// Whatever the role is set to, each statement sees what was there when it began: the guard, what was
  /// there once the lock was had.
  private static let writing: SQL = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

  /// Says whose the transaction is, until it ends.
  private var naming: SQL {
    switch side {
    case .account, .shown, .tables:
      "SELECT set_config('cairn.user', \(side.name), true)"
    case .nobody:
      "SELECT set_config('cairn.user', '', true), set_config('search_path', 'household', true)"
    }
  }

  /// Becomes who sees what that account made public, and nothing as the account any more.
  private var becoming: [SQL] {
    guard case .shown = side else { return [] }
    return [
      "SET LOCAL ROLE cairn_reader",
      """
      SELECT set_config('cairn.user', '', true), set_config('cairn.shown', \(side.name), true)
      """,
    ]
  }

  /// Makes the schema where the tables of this side are to lie.
  private var making: SQL {
    switch side {
    case .account, .shown, .tables: "SELECT"
    case .nobody: "CREATE SCHEMA IF NOT EXISTS household"
    }
  }

  /// What writes of this side take in turn.
  private var lock: Int64 {
    switch side {
    case .account(let high, let low), .shown(let high, let low): Int64(bitPattern: high ^ low)
    case .nobody, .tables: PostgresServer.migrating + 1
    }
  }

  private static func digits(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
