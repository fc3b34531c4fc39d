public import CairnSQL

/// A SQLite database file.
///
/// Every connection has a queue of its own, so no task's thread blocks on the disk or a lock, except with
/// ``Thread/callers``. A device has a single connection: with a rollback journal, a second one could not commit while
/// the first reads, and a short-lived process opens faster with one. A server opens its readers on first use, and
/// they never block the writer (WAL).
public final class SQLiteDatabase: SQLDatabase {
  /// The use of a file: one connection that is safe across processes, or many readers in one process.
  public struct Role: Sendable, Equatable {
    fileprivate let mode: LockingMode

    /// The user's own file: rollback journal, synchronous=EXTRA, safe with other processes.
    public static let device = Role(mode: .device)
    /// The file of a server process: WAL, synchronous=FULL, several readers and one writer.
    public static let server = Role(mode: .writer)
    /// An untrusted file: read-only, never locked, with limits on what its content may cost.
    ///
    /// Nobody may change it while it is open, and its write-ahead log is ignored: make a copy first and open
    /// the copy.
    public static let untrusted = Role(mode: .untrusted)
  }

  /// The thread that blocks on the disk and on locks.
  public enum Thread: Sendable {
    /// The connection's own thread, while tasks continue. For an app or a server.
    case own
    /// The calling thread, without a thread switch. For a process that has nothing else to do.
    case callers
  }

  /// SQLite's SQL dialect.
  public let dialect = SQLDialect.sqlite
  /// The path of the file.
  public let path: String
  private let role: Role
  private let thread: Thread
  let writer: SerializedConnection
  private let readers: ReaderPool
  let hub = ChangeHub()
  private let group: CommitGroup?

  private init(_ path: String, _ role: Role, _ thread: Thread, _ busyTimeout: Duration) {
    let milliseconds = Int32(busyTimeout / .milliseconds(1))
    let serialized = { (mode: LockingMode) in
      SerializedConnection(on: thread) {
        try Connection.open(path, mode, busyTimeout: milliseconds)
      }
    }
    self.path = path
    self.role = role
    self.thread = thread
    writer = serialized(role.mode)
    // A caller that blocks has one write at a time, so there is nothing to share.
    group = thread == .own && role != .untrusted ? CommitGroup(writer, hub) : nil
    readers = ReaderPool(role == .server ? (1...4).map { _ in serialized(.reader) } : [writer])
  }

  /// Takes ownership of a connection to a database in memory.
  init(inMemory connection: Connection) {
    nonisolated(unsafe) let connection = connection  // used only on the queue from here on
    path = ":memory:"
    role = Role(mode: .memory)
    thread = .callers
    group = nil
    writer = SerializedConnection(on: thread) { connection }
    readers = ReaderPool([writer])
  }

  /// Opens a file.
  ///
  /// Creates a missing one, readable only by its owner, unless it is untrusted.
  ///
  /// Waits up to `busyTimeout` whenever another process holds a lock. Throws a `StorageError` that names the path:
  /// `cannotOpen`, `notADatabase`, `corrupt`, `busy`, `readOnly`. A device's file that is not writable can still be
  /// opened, and its writes throw `readOnly`.
  public static func open(
    path: String,
    role: Role = .device,
    on thread: Thread = .own,
    busyTimeout: Duration = .seconds(5)
  ) async throws -> SQLiteDatabase {
    let database = SQLiteDatabase(path, role, thread, busyTimeout)
    try await database.writer.run { _, _ in }
    return database
  }

  /// Runs the closure on one snapshot of the file; statements that write throw `readOnly`.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await reading { connection, _ in try body(connection) }
  }

  /// Reads a few rows on the calling thread if a connection is idle and no other process holds a lock.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let rows = try readers.runNow { connection in
      try connection.withoutWaiting { try $0.transaction(.read, Cancellation(), body) }
    }
    if let rows { return rows }
    return try await read(body)
  }

  /// Runs the closure on one snapshot of the file, with exclusive use of a connection.
  ///
  /// With ``Thread/callers`` each read has a snapshot of its own.
  public func snapshot<T: Sendable>(
    on routeKey: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    guard thread == .own else { return try await body(self) }
    return try await readers.withExclusiveUse { serialized in
      let transaction = SnapshotTransaction(serialized)
      return try await transaction.run { try await body(SQLSnapshot(of: self, at: transaction)) }
    }
  }

  /// Runs the closure between BEGIN IMMEDIATE and COMMIT; the transaction is durable when this returns.
  ///
  /// With ``Thread/own``, writes that wait for the disk at the same time share one commit.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard let group else { return try await change(.write, body) }
    return try await group.run(body)
  }

  /// Runs a schema change with foreign keys off until they are checked before COMMIT.
  @discardableResult
  public func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await change(.writeSchema, body)
  }

  /// Returns the tables of each commit of this object from now on.
  public func changes() -> AsyncStream<Set<String>> {
    hub.changes()
  }

  /// Closes the file after the running work; a later call opens it again.
  ///
  /// The writer closes last, because only it may checkpoint the write-ahead log.
  public func close() async {
    await readers.close()
    await writer.close()
  }

  private func change<T: Sendable>(
    _ kind: Connection.Kind,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard role != .untrusted else {
      throw StorageError(.readOnly, "\(path): a foreign file is read-only.")
    }
    return try await writer.run { [hub] connection, cancellation in
      let result = try connection.transaction(kind, cancellation, body)
      hub.publish(connection.touched)
      return result
    }
  }

  func reading<T: Sendable>(
    _ body: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await readers.run { connection, cancellation in
      try connection.transaction(.read, cancellation) { try body($0, cancellation) }
    }
  }
}
