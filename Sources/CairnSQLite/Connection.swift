import CSQLite
import CairnSQL

/// One SQLite handle with its statements; only the queue of its `Lane` may touch it.
final class Connection {
  let handle: OpaquePointer
  /// The tables the current or last transaction has changed.
  private(set) var touched: Set<String> = []
  private var transaction: Kind?
  private var cancellation: Cancellation?
  private var prepared: Set<String> = []
  private var cache: [SQL.Shape: Statement] = [:]
  private var clock = 0

  /// What a transaction may do.
  enum Kind { case read, write, alter }

  /// Takes over an open handle and closes it in the end.
  init(_ handle: OpaquePointer) {
    self.handle = handle
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
    try cancellation.begin(handle)
    // A no-op inside a transaction, so it comes first (https://www.sqlite.org/foreignkeys.html, 2).
    if kind == .alter { cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0) }
    defer { if kind == .alter { cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1) } }
    do {
      try run(kind == .read ? Self.begin : Self.beginImmediate)
      let result = try inside(kind, cancellation, body)
      try cancellation.end()
      try run(Self.commit)
      return result
    } catch {
      rollBack(cancellation)
      throw error
    }
  }

  private func inside<T>(
    _ kind: Kind,
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    touched = []
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

  /// Leaves no transaction open: after a full disk or a failed commit one may still be, or not.
  private func rollBack(_ cancellation: Cancellation) {
    try? cancellation.end()  // so that the rollback cannot be interrupted
    touched = []
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
}

extension Connection: SQLConnection {
  @discardableResult
  func run(_ sql: SQL) throws(StorageError) -> Int {
    let before = sqlite3_total_changes64(handle)
    let statement = try checkOut(sql)
    defer { checkIn(statement, before) }
    try statement.bind(sql.bindings)
    while try statement.step() {}
    return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
  }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    let before = sqlite3_total_changes64(handle)
    let statement = try checkOut(sql)
    defer { checkIn(statement, before) }
    try statement.bind(sql.bindings)
    while try statement.step() {
      guard try body(statement) else { return }
    }
  }

  func script(_ ddl: StaticString) throws(StorageError) {
    cache = [:]  // what a statement writes may change with the schema's triggers
    var rest = UnsafeBufferPointer(start: ddl.utf8Start, count: ddl.utf8CodeUnitCount)[...]
    while !rest.isEmpty {
      let before = sqlite3_total_changes64(handle)
      let text = UnsafeBufferPointer(rebasing: rest)
      guard let (statement, length) = try prepare(text, 0) else { return }
      rest = rest.dropFirst(length)
      try check(statement)
      defer { checkIn(statement, before) }
      while try statement.step() {}
    }
  }
}

// MARK: - Statements

extension Connection {
  /// Enough for every statement of the product; ad-hoc shapes push out the least recently used.
  static let cacheLimit = 256

  private func checkOut(_ sql: SQL) throws(StorageError) -> Statement {
    let statement = try statement(for: sql)
    try check(statement)
    statement.isBusy = true
    return statement
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

  private func checkIn(_ statement: Statement, _ before: Int64) {
    statement.finish()  // first: only a finished statement has counted its changes
    if sqlite3_total_changes64(handle) != before { touched.formUnion(statement.tables) }
  }

  private func statement(for sql: SQL) throws(StorageError) -> Statement {
    clock += 1
    guard let known = cache[sql.shape] else { return try remember(sql) }
    // A statement inside its own loop needs a second cursor.
    guard !known.isBusy else { return try prepare(sql, 0) }
    known.lastUse = clock
    return known
  }

  private func remember(_ sql: SQL) throws(StorageError) -> Statement {
    let statement = try prepare(sql, UInt32(SQLITE_PREPARE_PERSISTENT))
    if cache.count >= Self.cacheLimit {
      let oldest = cache.lazy.filter { !$0.value.isBusy }.min {
        $0.value.lastUse < $1.value.lastUse
      }
      if let oldest { cache[oldest.key] = nil }
    }
    statement.lastUse = clock
    cache[sql.shape] = statement
    return statement
  }

  private func prepare(_ sql: SQL, _ flags: UInt32) throws(StorageError) -> Statement {
    let text = ContiguousArray(sql.text(for: .sqlite).utf8)
    let outcome = text.withUnsafeBufferPointer { text in
      Result { () throws(StorageError) in try prepare(text, flags) }
    }
    guard let (statement, length) = try outcome.get() else {
      throw StorageError(.statement, "The statement is empty.")
    }
    guard text[length...].allSatisfy({ $0 == 0x20 || $0 == 0x0A }) else {
      throw StorageError(.statement, "Only one statement may run at a time.")
    }
    return statement
  }

  /// Prepares the first statement of a text and tells how many bytes it took; nil when there is none.
  private func prepare(
    _ text: UnsafeBufferPointer<UInt8>,
    _ flags: UInt32
  ) throws(StorageError) -> (Statement, Int)? {
    var found: OpaquePointer?
    var length = 0
    prepared = []
    let code = text.withMemoryRebound(to: CChar.self) { text in
      var tail: UnsafePointer<CChar>?
      defer { length = tail.flatMap { tail in text.baseAddress.map { tail - $0 } } ?? 0 }
      return sqlite3_prepare_v3(handle, text.baseAddress, Int32(text.count), flags, &found, &tail)
    }
    guard code == SQLITE_OK else { throw StorageError(code, preparingOn: handle) }
    return found.map { (Statement($0, tables: prepared), length) }
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
