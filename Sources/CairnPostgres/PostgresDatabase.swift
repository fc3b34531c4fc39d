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
  private let user: String
  private let key: Int64
  private let hub = ChangeHub()

  init(_ server: PostgresServer, _ high: UInt64, _ low: UInt64) {
    self.server = server
    user = Self.text(high, low)
    key = Int64(bitPattern: high ^ low)
  }

  /// Runs the closure on one unchanging state; statements that write throw `readOnly`.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let beginning = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(naming)"
    return try await server.pool.run { connection, cancellation in
      try connection.transaction(.read, beginning: beginning, cancellation, body)
    }
  }

  /// Runs the closure as one transaction that is durable when this returns.
  ///
  /// Throws `storage.unknown_commit` where nobody can tell whether it is.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let beginning = "BEGIN; \(naming); SELECT pg_advisory_xact_lock(\(key))"
    return try await server.pool.run { [hub] connection, cancellation in
      let result = try connection.transaction(.write, beginning: beginning, cancellation, body)
      hub.publish(connection.touched)
      return result
    }
  }

  /// Runs a change of the schema as the role that owns it, one at a time.
  @discardableResult
  public func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard let owner = server.owner else {
      throw StorageError(
        .readOnly,
        "The tables are not of this version, and only their owner may change them: "
          + "run `cairn postgres migrate` as that role."
      )
    }
    let beginning = "BEGIN; \(naming); SELECT pg_advisory_xact_lock(\(PostgresServer.migrating))"
    return try await owner.run { connection, cancellation in
      try connection.transaction(.alter, beginning: beginning, cancellation, body)
    }
  }

  /// The tables touched by each commit of this object from now on.
  public func changes() -> AsyncStream<Set<String>> { hub.changes() }

  /// Nothing to let go of: connections are the server's.
  public func close() async {}

  /// Says whose the transaction is, until it ends.
  private var naming: String { "SELECT set_config('cairn.user', '\(user)', true)" }

  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// A PostgreSQL server and the connections to it.
public final class PostgresServer: Sendable {
  let pool: Pool
  let owner: Pool?
  /// The lock under which the tables are changed.
  static let migrating: Int64 = 0x4361_726E_0000_0001

  /// Names a server by a connection string (RFC 3986 or `key=value`, as libpq takes it).
  ///
  /// `owner` is the address of the role that owns the tables, for those who may change them; nobody
  /// is connected to yet.
  public init(_ address: String, owner: String? = nil, connections: Int = 8) {
    pool = Pool(address, limit: connections)
    self.owner = owner.map { Pool($0, limit: 1) }
  }

  /// What the account of an id may see.
  public func database(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, high, low)
  }

  /// Closes the connections that nobody has now.
  public func close() {
    pool.close()
    owner?.close()
  }
}
