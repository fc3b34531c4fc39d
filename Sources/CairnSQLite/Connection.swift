import CSQLite
import CairnSQL

/// A SQLite connection with its statement cache; only the queue of its `SerializedConnection` may use it.
final class Connection {
  let handle: OpaquePointer
  /// The tables that the current or last transaction changed.
  private(set) var touched: Set<String> = []
  /// The busy timeout in milliseconds.
  private let busyTimeout: Int32
  private var transaction: Kind?
  private var cancellation: Cancellation?
  private var preparedTables: Set<String> = []
  private var cache: [SQL.StatementKey: Statement] = [:]
  private var lastTotalChanges: Int64 = 0
  /// The number of transactions so far.
  private var transactionCount = 0

  /// The kind of a transaction.
  enum Kind { case read, write, writeSchema }

  /// Takes ownership of an open handle and closes it at the end.
  init(_ handle: OpaquePointer, busyTimeout: Int32) {
    (self.handle, self.busyTimeout) = (handle, busyTimeout)
    sqlite3_busy_timeout(handle, busyTimeout)
    sqlite3_set_authorizer(handle, authorize, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    cache = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs the body as one transaction; rolls back after any error and rethrows it unchanged.
  func transaction<T>(
    _ kind: Kind,
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    try cancellation.attach(to: handle)
    // The pragma has no effect inside a transaction (https://www.sqlite.org/foreignkeys.html, 2).
    if kind == .writeSchema { cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0) }
    defer { if kind == .writeSchema { cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1) } }
    do {
      try run(kind == .read ? Self.begin : Self.beginImmediate)
      let result = try runBody(kind, cancellation, body)
      try cancellation.attach(to: nil)  // a commit must not be interrupted half-way
      // A read of a damaged file cannot be committed, only rolled back.
      try run(kind == .read ? Self.rollback : Self.commit)
      return result
    } catch {
      rollBack(cancellation)
      throw error
    }
  }

  /// Runs the body without waiting for locks; returns nil if another process holds one.
  func withoutWaiting<T>(_ body: (Connection) throws -> T) throws -> T? {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, busyTimeout) }
    do {
      return try body(self)
    } catch let error as StorageError where error.code == .busy {
      return nil
    }
  }

  /// Begins a read for several calls of ``part(_:_:)``, on the snapshot of its first statement.
  func beginReading() throws {
    try run(Self.begin)
    (touched, transaction) = ([], .read)
    transactionCount += 1
  }

  /// Runs one part of a read.
  func part<T>(_ cancellation: Cancellation, _ body: (Connection) throws -> T) throws -> T {
    try cancellation.attach(to: handle)
    self.cancellation = cancellation
    defer {
      self.cancellation = nil
      try? cancellation.attach(to: nil)  // a cancellation from here on has no effect
    }
    return try body(self)
  }

  /// Ends a read.
  func endReading() {
    transaction = nil
    rollBack(Cancellation())
  }

  private func runBody<T>(
    _ kind: Kind,
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    touched = []
    transactionCount += 1
    transaction = kind
    self.cancellation = cancellation
    defer {
      transaction = nil
      self.cancellation = nil
    }
    let result = try body(self)
    if kind == .writeSchema { try checkForeignKeys() }
    return result
  }

  /// Runs the body in a savepoint, rolled back if it fails; throws if the whole transaction is lost.
  ///
  /// Cancellation makes the next statement fail but interrupts none: an interrupted write would roll back the
  /// whole transaction (https://www.sqlite.org/c3ref/interrupt.html).
  func savepoint<T>(
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> Result<T, any Error> {
    let outerCancellation = self.cancellation
    defer { self.cancellation = outerCancellation }
    try run(Self.savepoint)
    self.cancellation = cancellation
    let result = Result { try body(self) }
    self.cancellation = outerCancellation
    do {
      if case .failure = result { try run(Self.rollBackToSavepoint) }
      try run(Self.release)
    } catch {
      // A full disk has already rolled back the transaction; its error is the cause.
      _ = try result.get()
      throw error
    }
    return result
  }

  /// Rolls back the transaction if it is still open, which it may not be after a full disk or a failed commit.
  private func rollBack(_ cancellation: Cancellation) {
    try? cancellation.attach(to: nil)  // the rollback must run even after a cancellation
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  private func checkForeignKeys() throws {
    try each("PRAGMA foreign_key_check") { row in
      let (child, parent) = (try row.text(0), try row.text(2))
      throw StorageError(.foreignKey, "A row of \(child) refers to a missing row of \(parent).")
    }
  }

  private static let begin: SQL = "BEGIN"
  private static let beginImmediate: SQL = "BEGIN IMMEDIATE"
  private static let commit: SQL = "COMMIT"
  private static let rollback: SQL = "ROLLBACK"
  private static let savepoint: SQL = "SAVEPOINT part"
  private static let rollBackToSavepoint: SQL = "ROLLBACK TO part"
  private static let release: SQL = "RELEASE part"
}

extension Connection: SQLConnection {
  func run(_ sql: SQL) throws(StorageError) { _ = try count(sql) }

  func drain() throws(StorageError) {}

  func count(_ sql: SQL) throws(StorageError) -> Int {
    let statement = try checkOut(sql)
    defer { checkIn(statement) }
    try statement.bind(sql.bindings)
    while try statement.step() {}
    return sqlite3_total_changes64(handle) == lastTotalChanges ? 0 : Int(sqlite3_changes64(handle))
  }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    let statement = try checkOut(sql)
    defer { checkIn(statement) }
    try statement.bind(sql.bindings)
    while try statement.step() {
      guard try body(statement) else { return }
    }
  }

  func script(_ ddl: SQL) throws(StorageError) {
    cache = [:]  // the schema's triggers change which tables a statement writes
    var rest = ddl.text(for: .sqlite)
    while let (statement, tail) = try prepare(rest, 0) {
      try check(statement)
      defer { checkIn(statement) }
      while try statement.step() {}
      rest = tail
    }
  }
}

// MARK: - Statements

extension Connection {
  /// Larger than the number of statements in Cairn; ad-hoc statements beyond it only empty the cache.
  static let cacheLimit = 256

  private func checkOut(_ sql: SQL) throws(StorageError) -> Statement {
    let statement = try statement(for: sql)
    try check(statement)
    statement.isBusy = true
    return statement
  }

  private func statement(for sql: SQL) throws(StorageError) -> Statement {
    if let known = cache[sql.statementKey] {
      // A cached statement that is still being stepped needs a second cursor.
      return known.isBusy ? try prepare(sql, 0) : known
    }
    if cache.count == Self.cacheLimit { cache = [:] }
    let new = try prepare(sql, UInt32(SQLITE_PREPARE_PERSISTENT))
    cache[sql.statementKey] = new
    return new
  }

  /// Throws if the transaction does not allow the statement, or has ended.
  private func check(_ statement: Statement) throws(StorageError) {
    guard let transaction else { return }
    if cancellation?.isCancelled == true {
      throw StorageError(.interrupted, "The task was cancelled.")
    }
    // Some errors roll back the transaction (https://www.sqlite.org/lang_transaction.html, section 3);
    // a later statement would then commit on its own.
    if sqlite3_get_autocommit(handle) != 0 {
      throw StorageError(.rolledBack, "An earlier error rolled the transaction back.")
    }
    if transaction == .read, !statement.isReading {
      throw StorageError(.readOnly, "A write statement ran inside a read transaction.")
    }
  }

  private func checkIn(_ statement: Statement) {
    statement.finish()  // first, because a statement counts its changes when it is reset
    let count = sqlite3_total_changes64(handle)
    if count != lastTotalChanges { recordTable(statement) }
    lastTotalChanges = count
  }

  /// Records the tables of a statement, once per transaction.
  private func recordTable(_ statement: Statement) {
    guard statement.lastRecordedIn != transactionCount else { return }
    statement.lastRecordedIn = transactionCount
    touched.formUnion(statement.tables)
  }

  private func prepare(_ sql: SQL, _ flags: UInt32) throws(StorageError) -> Statement {
    guard let (statement, tail) = try prepare(sql.text(for: .sqlite), flags),
      tail.allSatisfy(\.isWhitespace)
    else { throw StorageError(.statement, "The SQL has more than one statement.") }
    return statement
  }

  /// Prepares the first statement of a text and returns the rest of the text; nil if there is no statement.
  private func prepare(
    _ text: String,
    _ flags: UInt32
  ) throws(StorageError) -> (Statement, tail: String)? {
    var found: OpaquePointer?
    var tail = ""
    preparedTables = []
    let code = text.withCString { text in
      var rest: UnsafePointer<CChar>?
      defer { tail = rest.map { String(cString: $0) } ?? "" }
      return sqlite3_prepare_v3(handle, text, -1, flags, &found, &rest)
    }
    guard code == SQLITE_OK else { throw StorageError(code, on: handle, isRunning: false) }
    return found.map { (Statement($0, tables: preparedTables), tail) }
  }

  fileprivate func recordTable(_ table: String) {
    if !table.hasPrefix("sqlite_") { preparedTables.insert(table) }
  }
}

/// Records the tables that a statement will write, while SQLite prepares it.
///
/// The update hook does not suffice: it ignores WITHOUT ROWID tables
/// (https://www.sqlite.org/c3ref/update_hook.html).
private func authorize(
  _ context: UnsafeMutableRawPointer?,
  _ action: Int32,
  _ table: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?
) -> Int32 {
  guard let context, let table else { return SQLITE_OK }
  if action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE {
    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().recordTable(
      String(cString: table)
    )
  }
  return SQLITE_OK
}
