import CairnSQL

/// A PostgreSQL server and the connections to it.
///
/// Logs are in the first schema of the role's search path, `public` by default. Tables shared by all accounts, such
/// as the list of accounts, are in a schema of their own.
public final class PostgresServer: Sendable {
  let pool: Pool
  let owner: Pool?
  let executors = BlockingExecutorPool(limit: maxExecutors)
  let prefetcher = QueryPrefetcher()
  let semaphore: KeyedSemaphore
  let notifications: NotificationConnection?
  let router: NotificationRouter
  /// The advisory lock for schema changes.
  static let migrating: Int64 = 0x4361_726E_0000_0001
  /// The advisory lock that live servers share, or that one holds alone.
  static let serving: Int64 = 0x4361_726E_0000_0003

  /// The default timeout for a connection or a lock; shorter than the response timeout of common proxies.
  public static let timeout = Duration.seconds(30)

  /// Larger than the number of connections: further callers wait for a connection anyway.
  private static let maxExecutors = 64

  /// Creates a server from a connection string, a URI or `key=value` pairs
  /// (https://www.postgresql.org/docs/15/libpq-connect.html, 34.1.1).
  ///
  /// `owner` connects as the role that owns the tables, for schema changes. `isPooled` means that the address is a
  /// transaction pooler such as pgbouncer; then no statement stays prepared. `live` must reach the server itself and
  /// exchanges change notifications with other processes; `isExclusive` excludes other live processes.
  /// At most `connections` are open, plus the live one; a quarter of them serve only reads. Callers beyond that wait
  /// in order, at most `timeout`. Only the live connection opens now, in the background.
  public init(
    _ address: String,
    owner: String? = nil,
    live: String? = nil,
    isExclusive: Bool = false,
    isPooled: Bool = false,
    connections: Int = 16,
    timeout: Duration = PostgresServer.timeout
  ) {
    let router = NotificationRouter()
    self.router = router
    semaphore = KeyedSemaphore(timeout: timeout)
    pool = Pool(address, isPooled: isPooled, limit: connections, timeout: timeout)
    self.owner = owner.map { Pool($0, limit: 1, timeout: timeout) }
    notifications = live.map {
      NotificationConnection($0, isExclusive: isExclusive) { router.receive($0) }
    }
  }

  /// Returns once notifications of other processes arrive; at once if the server is not live.
  ///
  /// Throws `unreachable` for a live address without a server, and `inUse` if another process is live and one of
  /// them requires to be alone. Keeps trying in the background.
  public func waitUntilLive() async throws { try await notifications?.waitUntilLive() }

  /// Whether this server exchanges notifications with other processes.
  public var isLive: Bool { notifications != nil }

  /// Returns the id of the database at the live address, which may differ from the main one: empty if it has no id,
  /// nil without a connection.
  public func liveDatabaseID() async throws -> String? {
    let known = try await notifications?.value(
      of: "SELECT coalesce(to_regprocedure('cairn_database()')::text, '')"
    )
    guard let known, !known.isEmpty else { return known }
    return try await notifications?.value(of: "SELECT cairn_database()::text")
  }

  /// Sends other processes a message with a one-word topic: within moments, or never.
  ///
  /// The text is one line of at most 4,000 bytes.
  public func notify(_ topic: String, _ text: String) { notifications?.notify("\(topic) \(text)") }

  /// Sets the only handler of other processes' messages with a topic.
  public func receive(_ topic: String, by receive: @escaping @Sendable (String) -> Void) {
    router.receive(topic, by: receive)
  }

  /// Returns the log of an account.
  public func log(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, .account(high, low))
  }

  /// Returns the public rows of an account, read-only.
  public func publicLog(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, .publicRows(high, low))
  }

  /// The public rows of no account at first; statements set the account.
  public var publicLogs: PostgresDatabase { PostgresDatabase(self, .publicRows(0, 0)) }

  /// The tables of all logs, for schema changes; their rows are hidden.
  public var tables: PostgresDatabase { PostgresDatabase(self, .tables) }

  /// The tables shared by all accounts, such as the list of accounts.
  public var sharedTables: PostgresDatabase { PostgresDatabase(self, .shared) }

  /// Closes the idle connections.
  public func close() {
    notifications?.close()
    pool.close()
    owner?.close()
  }
}
