/// A database with connections that are reachable only inside a transaction.
///
/// Cancelling a task interrupts its running statement and rolls back its transaction. The call then throws
/// `CancellationError`, or the `interrupted` error that the closure received. A commit that has begun is
/// not interrupted.
public protocol SQLDatabase: Sendable {
  /// The SQL dialect of the engine.
  var dialect: SQLDialect { get }

  /// Runs the closure on one snapshot of the database; statements that write throw `readOnly`.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Reads a few rows by key, on the calling thread if that is faster than switching threads; otherwise the same
  /// as ``read(_:)``.
  func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Runs exactly one query, which takes one round trip if the database is remote.
  func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Runs a closure with several reads on one snapshot, for little more than the cost of one read.
  ///
  /// If reads run on the calling thread, each has a snapshot of its own instead. The closure must not write, nor use
  /// another database, nor use this one except through its argument: that could deadlock.
  ///
  /// `routeKey`, such as the path of a page, lets a remote engine prefetch the queries of earlier snapshots with the
  /// same key. After several equal snapshots, the engine commits in the same round trip. A closure that then makes
  /// another query runs a second time.
  func snapshot<T: Sendable>(
    on routeKey: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T

  /// Runs a body that makes several calls to this database on a thread that may block on it, if that is faster.
  func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T

  /// Runs the closure as one transaction that is durable when this returns.
  ///
  /// Writes to one database run in the order of the calls. An error of the closure or of the commit rolls back the
  /// transaction and is rethrown unchanged.
  @discardableResult
  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Runs a transaction that changes the schema: like `write`, but foreign keys are checked once, before the commit.
  ///
  /// Tables can therefore be rebuilt (https://www.sqlite.org/lang_altertable.html, section 7) without running the
  /// actions of foreign keys that refer to them. Throws `foreignKey` and rolls back if a reference is dangling at the
  /// end.
  @discardableResult
  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Returns the tables of each commit to this database from now on.
  ///
  /// Each caller has a stream of its own. Commits that a slow reader has not read yet are merged into one set.
  /// Commits of other processes are not included. The stream ends with the database.
  func changes() -> AsyncStream<Set<String>>

  /// Releases files and memory after the running work; a later call opens them again.
  func close() async
}

extension SQLDatabase {
  /// Calls ``read(_:)``.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await read(body)
  }

  /// Calls ``pointRead(_:)``.
  public func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await pointRead(body)
  }

  /// Runs each read on a snapshot of its own.
  public func snapshot<T: Sendable>(
    on routeKey: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await body(self)
  }

  /// Runs a snapshot without a route key.
  public func snapshot<T: Sendable>(
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await snapshot(on: nil, body)
  }

  /// Runs the body on the current thread.
  public func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    try await body()
  }
}
