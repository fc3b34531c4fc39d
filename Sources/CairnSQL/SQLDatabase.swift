/// One database: transactions over connections that nobody else can reach.
///
/// A cancelled task interrupts its running statement and rolls its transaction back; it then throws
/// `CancellationError`, or the `interrupted` error that the closure met. Once a commit has begun it
/// is no longer interrupted.
public protocol SQLDatabase: Sendable {
  /// How this engine writes what is not the same on all of them.
  var dialect: SQLDialect { get }

  /// Runs the closure on one unchanging state of the database; statements that write throw `readOnly`.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Reads a few rows that are found by their keys, on the thread that asks where that is quicker than
  /// handing the work over and back; else like ``read(_:)``.
  func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Reads what one query finds, and asks nothing else; where the database is far away, with one message
  /// to it and one answer.
  func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Runs a closure that reads more than once on one unchanging state, for little more than one read; where
  /// the thread that asks waits itself, each time on what is there then.
  ///
  /// The closure writes nothing, and asks no other database, nor this one but by what it is given: both could
  /// wait for ever.
  ///
  /// An occasion, such as the address of a page, has an engine that is far away answer at once what was read on
  /// the last ones. What is not asked for after all was asked in vain, no more. Where nothing else was
  /// read for some times, the snapshot ends with the answers, before they are looked at; where more is
  /// asked all the same, the closure is run once more.
  func snapshot<T: Sendable>(
    on occasion: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T

  /// Runs a body that asks this database more than once, where that is quickest: at a thread that may wait
  /// for it, if waiting is long.
  func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T

  /// Runs the closure as one transaction that is durable when this returns.
  ///
  /// Writes of one database follow one another in the order they were asked for. Any error thrown
  /// by the closure or the commit leaves the database as it was and is rethrown unchanged.
  @discardableResult
  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// Runs a transaction that changes the schema: like `write`, but foreign keys are checked once, before the commit.
  ///
  /// Tables may therefore be rebuilt (https://www.sqlite.org/lang_altertable.html, section 7)
  /// without firing the actions of the keys that refer to them. Throws `foreignKey` when a
  /// reference dangles at the end, and leaves the database as it was.
  @discardableResult
  func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T

  /// The tables touched by each commit of this database from now on.
  ///
  /// Each caller has its own stream; commits that a slow reader has not seen yet become one set.
  /// Commits of other processes are not seen here. The stream ends with the database.
  func changes() -> AsyncStream<Set<String>>

  /// Lets go of files and memory once what was asked before is done; asked again, it takes them up
  /// anew.
  func close() async
}

extension SQLDatabase {
  /// Like ``read(_:)``.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await read(body)
  }

  /// Like ``pointRead(_:)``.
  public func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await pointRead(body)
  }

  /// Each read by itself.
  public func snapshot<T: Sendable>(
    on occasion: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await body(self)
  }

  /// On no occasion that is known.
  public func snapshot<T: Sendable>(
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await snapshot(on: nil, body)
  }

  /// Where it is.
  public func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T { try await body() }
}
