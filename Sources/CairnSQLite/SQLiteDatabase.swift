public import CairnSQL

/// One SQLite file, held safely.
///
/// Every connection has a queue of its own, so no task's thread ever waits for the disk or a lock,
/// unless the process asks to wait itself.
/// A device has a single connection for reads and writes: with a rollback journal a second one
/// could not commit while the first reads, and a short-lived process opens faster with one.
/// A server's readers are opened when they are first needed and never hold up the writer (WAL).
public final class SQLiteDatabase: SQLDatabase {
  /// For whom the file is held; it decides between safety across processes and many readers.
  public struct Role: Sendable, Equatable {
    fileprivate let holding: LockingMode

    /// A person's own file: rollback journal, synchronous=EXTRA, safe beside other processes.
    public static let device = Role(holding: .device)
    /// One process that serves many: WAL, synchronous=FULL, readers beside one writer.
    public static let server = Role(holding: .writer)
    /// Someone else's file: read only, never locked, limits on what its contents may cost.
    ///
    /// Nobody may change it meanwhile, and what only lies in its write-ahead log is not seen: copy
    /// it, and open the copy.
    public static let untrusted = Role(holding: .untrusted)
  }

  /// Which thread waits for the disk and for locks.
  public enum Thread: Sendable {
    /// A thread of the connection's: tasks go on meanwhile. For an app or a server.
    case own
    /// The one that asks: nothing is handed over. For a process that has nothing else to do.
    case callers
  }

  /// SQLite's.
  public let dialect = SQLDialect.sqlite
  /// Where the file lies.
  public let path: String
  private let role: Role
  private let thread: Thread
  let writer: SerializedConnection
  private let readers: ReaderPool
  let hub = ChangeHub()
  private let group: CommitGroup?

  private init(_ path: String, _ role: Role, _ thread: Thread, _ busyTimeout: Duration) {
    let milliseconds = Int32(busyTimeout / .milliseconds(1))
    let serialized = { (holding: LockingMode) in
      SerializedConnection(on: thread) { try Connection.open(path, holding, busyTimeout: milliseconds) }
    }
    self.path = path
    self.role = role
    self.thread = thread
    writer = serialized(role.holding)
    // A thread that waits itself has one write at a time: there is nothing to share.
    group = thread == .own && role != .untrusted ? CommitGroup(writer, hub) : nil
    readers = ReaderPool(role == .server ? (1...4).map { _ in serialized(.reader) } : [writer])
  }

  /// Takes over a connection to a database in memory.
  init(inMemory connection: Connection) {
    nonisolated(unsafe) let connection = connection  // only the lane's queue has it from here on
    path = ":memory:"
    role = Role(holding: .memory)
    thread = .callers
    group = nil
    writer = SerializedConnection(on: thread) { connection }
    readers = ReaderPool([writer])
  }

  /// Opens a file, creating it (readable by its owner only) unless it is untrusted.
  ///
  /// Waits up to `busyTimeout` whenever another process holds a lock. Throws a `StorageError` that
  /// names the path: `cannotOpen`, `notADatabase`, `corrupt`, `busy`, `readOnly`. A device's file
  /// that may not be written is opened all the same, and its writes throw `readOnly`.
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

  /// Runs the closure on one unchanging state of the file; statements that write throw `readOnly`.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await reading { connection, _ in try body(connection) }
  }

  /// Reads a few rows on the thread that asks, when a connection has nothing else to do and no other
  /// process holds a lock.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let rows = try readers.runNow { connection in
      try connection.unlessLocked { try $0.transaction(.read, Cancellation(), body) }
    }
    if let rows { return rows }
    return try await read(body)
  }

  /// Runs the closure on one unchanging state of the file; what else needs its connection waits meanwhile.
  ///
  /// Where the thread that asks waits itself each read is by itself: it asks for one thing at a time.
  public func snapshot<T: Sendable>(
    on occasion: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    guard thread == .own else { return try await body(self) }
    return try await readers.hold { serialized in
      let moment = SnapshotTransaction(serialized)
      return try await moment.last { try await body(SQLSnapshot(of: self, at: moment)) }
    }
  }

  /// Runs the closure between BEGIN IMMEDIATE and COMMIT, durable when this returns.
  ///
  /// Writes that wait for the disk at the same time share one commit, where a thread of the
  /// connection's waits for it.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard let group else { return try await change(.write, body) }
    return try await group.run(body)
  }

  /// Runs a change of the schema, foreign keys off until they are checked before COMMIT.
  @discardableResult
  public func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await change(.alter, body)
  }

  /// The tables touched by each commit of this object from now on.
  public func changes() -> AsyncStream<Set<String>> {
    hub.changes()
  }

  /// Closes the file once what was asked before is done; asked again, it is opened anew.
  ///
  /// The writer goes last: it is the one that may bring the write-ahead log home.
  public func close() async {
    await readers.close()
    await writer.close()
  }

  /// A number that differs from the last one when another process, or another object, has committed.
  ///
  /// Commits of this object leave it as it is (https://www.sqlite.org/pragma.html#pragma_data_version).
  public func dataVersion() async throws -> Int64 {
    try await writer.run { connection, _ in
      try connection.first("PRAGMA data_version") { try $0.integer(0) } ?? 0
    }
  }

  private func change<T: Sendable>(
    _ kind: Connection.Kind,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    guard role != .untrusted else {
      throw StorageError(.readOnly, "\(path): a file of someone else is only ever read.")
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
