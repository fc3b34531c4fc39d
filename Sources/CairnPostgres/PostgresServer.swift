import CairnSQL

/// A PostgreSQL server and the connections to it.
///
/// Logs lie in the schema that the role sees first, `public` unless it was set otherwise, and what is
/// nobody's own, such as the accounts, in the schema `accountService`.
public final class PostgresServer: Sendable {
  let pool: Pool
  let owner: Pool?
  let executors: BlockingExecutorPool
  let prefetcher: QueryPrefetcher
  let semaphore: KeyedSemaphore
  let wire: NotificationConnection?
  let router: NotificationRouter
  private let isShard: Bool
  private let patience: Duration
  /// The lock under which the tables are changed.
  static let migrating: Int64 = 0x4361_726E_0000_0001
  /// The lock that those who are live have together, or one alone.
  static let serving: Int64 = 0x4361_726E_0000_0003

  /// How long anybody waits for others; less than what proxies wait for an answer.
  public static let patience = Duration.seconds(30)

  /// More than there are connections: who comes then waits for one of those.
  private static let mostDesks = 64

  /// Names a server by a connection string, an address or `key=value` words
  /// (https://www.postgresql.org/docs/15/libpq-connect.html, 34.1.1).
  ///
  /// `owner` is that of the role that owns the tables, for those who may change them. A pooled address
  /// leads to a pooler of transactions, such as pgbouncer, and then no statement is kept prepared. With
  /// `live`, an address that leads to the server itself, other processes hear of changes, and theirs are
  /// heard; with `isAlone`, none of them is live meanwhile. At most so many connections are open at once, beside the
  /// one that is live, and a quarter of them is only read on; whoever comes then waits in turn, and longer than
  /// `patience` for nothing. None is opened yet but the live one.
  public init(
    _ address: String,
    owner: String? = nil,
    live: String? = nil,
    isAlone: Bool = false,
    isPooled: Bool = false,
    connections: Int = 16,
    patience: Duration = PostgresServer.patience
  ) {
    let router = NotificationRouter()
    self.router = router
    self.patience = patience
    semaphore = KeyedSemaphore(patience: patience)
    pool = Pool(address, isPooled: isPooled, limit: connections, patience: patience)
    self.owner = owner.map { Pool($0, limit: 1, patience: patience) }
    wire = live.map { NotificationConnection($0, isAlone: isAlone) { router.hear($0) } }
    (executors, prefetcher, isShard) = (BlockingExecutorPool(limit: Self.mostDesks), QueryPrefetcher(), false)
  }

  private init(_ pool: Pool, beside home: PostgresServer) {
    (self.pool, owner, isShard, patience) = (pool, nil, true, home.patience)
    semaphore = KeyedSemaphore(patience: home.patience)
    (wire, router, executors, prefetcher) = (home.wire, home.router, home.executors, home.prefetcher)
  }

  /// Another database for logs, at an address of its own.
  ///
  /// What changes there is told and heard over this one, so that who listens to a log hears of it
  /// wherever it lies.
  public func shard(
    _ address: String,
    isPooled: Bool = false,
    connections: Int = 16
  ) -> PostgresServer {
    PostgresServer(
      Pool(address, isPooled: isPooled, limit: connections, patience: patience),
      beside: self
    )
  }

  /// Returns once other processes are heard; at once where the server is not live.
  ///
  /// Throws `unreachable` where its live address leads nowhere, and `inUse` where another is live and either is to
  /// be alone, and goes on trying.
  public func meet() async throws { try await wire?.meet() }

  /// Whether other processes are heard.
  public var isLive: Bool { wire != nil }

  /// The id of the database in which other processes are heard, which may have another address: empty where it has none,
  /// nil while nothing is heard.
  public func heardDatabase() async throws -> String? {
    let known = try await wire?.value(
      of: "SELECT coalesce(to_regprocedure('cairn_database()')::text, '')"
    )
    guard let known, !known.isEmpty else { return known }
    return try await wire?.value(of: "SELECT cairn_database()::text")
  }

  /// Tells other processes something of a topic, one word: within moments, or never.
  ///
  /// The text is one line of at most 4,000 bytes.
  public func tell(_ topic: String, _ text: String) { wire?.tell("\(topic) \(text)") }

  /// Has what other processes tell of a topic from now on heard by this, and by no other.
  public func hear(_ topic: String, by hear: @escaping @Sendable (String) -> Void) {
    router.hear(topic, by: hear)
  }

  /// What the account of an id may see: its log, unless that is sealed here.
  public func log(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, .account(high, low), isGuarded: true)
  }

  /// The same whether it is sealed or not, for a move alone.
  public func sealedLog(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, .account(high, low))
  }

  /// What the account of an id made public: read only, and nothing else of anybody.
  public func shown(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, .shown(high, low), isGuarded: true)
  }

  /// What reads what is public of no account yet, and of those that a statement names.
  public var showing: PostgresDatabase { PostgresDatabase(self, .shown(0, 0)) }

  /// The tables of all logs, to be made or changed; none of their rows is seen.
  public var tables: PostgresDatabase { PostgresDatabase(self, .tables) }

  /// What is nobody's own.
  public var accountService: PostgresDatabase { PostgresDatabase(self, .nobody) }

  /// Closes the connections that nobody has now.
  public func close() {
    if !isShard { wire?.close() }
    pool.close()
    owner?.close()
  }
}
