import CSQLite
import CairnSQL

/// One SQLite handle with its statements; only the queue of its `SerializedConnection` may touch it.
final class Connection {
  let handle: OpaquePointer
  /// The tables the current or last transaction has changed.
  private(set) var touched: Set<String> = []
  /// Milliseconds to wait for another process.
  private let patience: Int32
  private var transaction: Kind?
  private var cancellation: Cancellation?
  private var prepared: Set<String> = []
  private var cache: [SQL.StatementKey: Statement] = [:]
  private var counted: Int64 = 0
  /// Counts transactions.
  private var serial = 0

  /// What a transaction may do.
  enum Kind { case read, write, alter }

  /// Takes over an open handle and closes it in the end.
  init(_ handle: OpaquePointer, patience: Int32) {
    (self.handle, self.patience) = (handle, patience)
    sqlite3_busy_timeout(handle, patience)
    sqlite3_set_authorizer(handle, noteTable, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    cache = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs the body as one transaction; any error rolls it back and is rethrown unchanged.
  func transaction<T>(
    _ kind: Kind,
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    try cancellation.attach(at: handle)
    // A no-op inside a transaction, so it comes first (https://www.sqlite.org/foreignkeys.html, 2).
    if kind == .alter { cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0) }
    defer { if kind == .alter { cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1) } }
    do {
      try run(kind == .read ? Self.begin : Self.beginImmediate)
      let result = try inside(kind, cancellation, body)
      try cancellation.attach(at: nil)  // a commit is not interrupted half-way
      // A read that met damage cannot be committed, only rolled back.
      try run(kind == .read ? Self.rollback : Self.commit)
      return result
    } catch {
      rollBack(cancellation)
      throw error
    }
  }

  /// Runs the body; nil where another process holds a lock, for which it does not wait.
  func unlessLocked<T>(_ body: (Connection) throws -> T) throws -> T? {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, patience) }
    do {
      return try body(self)
    } catch let error as StorageError where error.code == .busy {
      return nil
    }
  }

  /// Begins a read that goes on in ``part(_:_:)``, on what is there at its first statement.
  func beginReading() throws {
    try run(Self.begin)
    (touched, transaction) = ([], .read)
    serial += 1
  }

  /// Runs a part of a read that was begun.
  func part<T>(_ cancellation: Cancellation, _ body: (Connection) throws -> T) throws -> T {
    try cancellation.attach(at: handle)
    self.cancellation = cancellation
    defer {
      self.cancellation = nil
      try? cancellation.attach(at: nil)  // what comes now is too late, and of no matter
    }
    return try body(self)
  }

  /// Ends a read that was begun.
  func endReading() {
    transaction = nil
    rollBack(Cancellation())
  }

  private func inside<T>(
    _ kind: Kind,
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    touched = []
    serial += 1
    transaction = kind
    self.cancellation = cancellation
    defer {
      transaction = nil
      self.cancellation = nil
    }
    let result = try body(self)
    if kind == .alter { try checkForeignKeys() }
    return result
  }

  /// Runs a part of a transaction that leaves nothing behind when it fails; throws when the whole
  /// transaction is lost with it.
  ///
  /// Cancelling lets the next statement fail and interrupts none: an interrupted one would take the
  /// whole transaction back (https://www.sqlite.org/c3ref/interrupt.html).
  func savepoint<T>(
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> Result<T, any Error> {
    let whole = self.cancellation
    defer { self.cancellation = whole }
    try run(Self.savepoint)
    self.cancellation = cancellation
    let result = Result { try body(self) }
    self.cancellation = whole
    do {
      if case .failure = result { try run(Self.rollBackToSavepoint) }
      try run(Self.release)
    } catch {
      // A full disk has rolled back everything by itself: that is the reason to tell.
      _ = try result.get()
      throw error
    }
    return result
  }

  /// Leaves no transaction open: after a full disk or a failed commit one may still be, or not.
  private func rollBack(_ cancellation: Cancellation) {
    try? cancellation.attach(at: nil)  // it may have come; the rollback must run all the same
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

  func settle() throws(StorageError) {}

  func count(_ sql: SQL) throws(StorageError) -> Int {
    let statement = try checkOut(sql)
    defer { checkIn(statement) }
    try statement.bind(sql.bindings)
    while try statement.step() {}
    return sqlite3_total_changes64(handle) == counted ? 0 : Int(sqlite3_changes64(handle))
  }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    let statement = try checkOut(sql)
    defer { checkIn(statement) }
    try statement.bind(sql.bindings)
    while try statement.step() {
      guard try body(statement) else { return }
    }
  }

  func script(_ ddl: StaticString) throws(StorageError) {
    cache = [:]  // what a statement writes may change with the schema's triggers
    var rest = ddl.description
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
  /// More than the product has statements; ad-hoc shapes only make it start afresh.
  static let cacheLimit = 256

  private func checkOut(_ sql: SQL) throws(StorageError) -> Statement {
    let statement = try statement(for: sql)
    try check(statement)
    statement.isBusy = true
    return statement
  }

  private func statement(for sql: SQL) throws(StorageError) -> Statement {
    if let known = cache[sql.shape] {
      // A statement inside its own loop needs a second cursor.
      return known.isBusy ? try prepare(sql, 0) : known
    }
    if cache.count == Self.cacheLimit { cache = [:] }
    let new = try prepare(sql, UInt32(SQLITE_PREPARE_PERSISTENT))
    cache[sql.shape] = new
    return new
  }

  /// Refuses what the transaction does not allow, or no longer.
  private func check(_ statement: Statement) throws(StorageError) {
    guard let transaction else { return }
    if cancellation?.isCancelled == true {
      throw StorageError(.interrupted, "The task was cancelled.")
    }
    // Some errors end the transaction by themselves (https://www.sqlite.org/lang_transaction.html,
    // section 3); what ran after that would be committed on its own.
    if sqlite3_get_autocommit(handle) != 0 {
      throw StorageError(.rolledBack, "An earlier error has rolled the transaction back.")
    }
    if transaction == .read, !statement.isReading {
      throw StorageError(.readOnly, "A statement that writes was run inside a read.")
    }
  }

  private func checkIn(_ statement: Statement) {
    statement.finish()  // first: only a finished statement has counted its changes
    let count = sqlite3_total_changes64(handle)
    if count != counted { note(statement) }
    counted = count
  }

  /// Remembers what a statement wrote, once in a transaction.
  private func note(_ statement: Statement) {
    guard statement.notedIn != serial else { return }
    statement.notedIn = serial
    touched.formUnion(statement.tables)
  }

  private func prepare(_ sql: SQL, _ flags: UInt32) throws(StorageError) -> Statement {
    guard let (statement, tail) = try prepare(sql.text(for: .sqlite), flags),
      tail.allSatisfy(\.isWhitespace)
    else { throw StorageError(.statement, "A run takes one statement.") }
    return statement
  }

  /// Prepares the first statement of a text and returns what follows it; nil when there is none.
  private func prepare(
    _ text: String,
    _ flags: UInt32
  ) throws(StorageError) -> (Statement, tail: String)? {
    var found: OpaquePointer?
    var tail = ""
    prepared = []
    let code = text.withCString { text in
      var rest: UnsafePointer<CChar>?
      defer { tail = rest.map { String(cString: $0) } ?? "" }
      return sqlite3_prepare_v3(handle, text, -1, flags, &found, &rest)
    }
    guard code == SQLITE_OK else { throw StorageError(code, on: handle, isRunning: false) }
    return found.map { (Statement($0, tables: prepared), tail) }
  }

  fileprivate func note(_ table: String) {
    if !table.hasPrefix("sqlite_") { prepared.insert(table) }
  }
}

/// Learns which tables a statement will write while it is being prepared.
///
/// The update hook would not do: it is silent for WITHOUT ROWID tables
/// (https://www.sqlite.org/c3ref/update_hook.html).
private func noteTable(
  _ context: UnsafeMutableRawPointer?,
  _ action: Int32,
  _ table: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?
) -> Int32 {
  guard let context, let table else { return SQLITE_OK }
  if action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE {
    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().note(String(cString: table))
  }
  return SQLITE_OK
}
