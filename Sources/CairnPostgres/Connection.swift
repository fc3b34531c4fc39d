import CPostgres
import CairnSQL

/// One connection to a server; only the queue of its `Lane` may touch it.
final class Connection {
  let handle: OpaquePointer
  /// The tables the current or last transaction has changed.
  private(set) var touched: Set<String> = []
  private var transaction: Kind?
  private var cancellation: Cancellation?
  private var cache: [SQL.Shape: Statement] = [:]
  private var count = 0
  private let isPooled: Bool

  /// What a transaction may do.
  enum Kind { case read, write, alter }

  /// Opens a connection; throws `unreachable` with what the server, or the system, says of it.
  ///
  /// A pooled one leads to another server connection in each transaction, so none keeps statements.
  init(to address: String, isPooled: Bool = false) throws(StorageError) {
    self.isPooled = isPooled
    if let why = cairn_pq_load() {
      throw StorageError(.unreachable, "The library libpq is missing: \(String(cString: why)).")
    }
    guard let handle = cairn_pg_connect(address) else {
      throw StorageError(.io, "There is no memory for a connection.")
    }
    self.handle = handle
    guard cairn_PQstatus(handle) == Int32(cairn_pg_connected.rawValue) else {
      let words = cairn_PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      throw StorageError(.unreachable, Self.told(words))
    }
    let own = Unmanaged.passUnretained(self).toOpaque()
    cairn_PQsetNoticeReceiver(handle, noteWarning, own)
  }

  deinit { cairn_PQfinish(handle) }

  /// What libpq says of a connection, in one line; what it quotes of an address it cannot read may be
  /// a password.
  private static func told(_ words: String) -> String {
    let line = words.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let isAboutAddress = ["URI", "percent-encoded", "connection option", "connection info string"]
      .contains { line.contains($0) }
    return isAboutAddress ? line.prefix { $0 != "\"" } + "…" : line
  }

  /// Whether the current or last transaction has begun.
  private(set) var hasBegun = false

  /// Whether the server said something of what it does now that no answer says.
  fileprivate var isWarned = false

  /// Whether another transaction can begin on it.
  var isFree: Bool {
    !isDead && cairn_PQtransactionStatus(handle) == Int32(cairn_pg_idle.rawValue)
  }

  /// Whether nothing more can come of it.
  var isDead: Bool { cairn_PQstatus(handle) != Int32(cairn_pg_connected.rawValue) }

  /// Runs the body as one transaction; any error rolls it back and is rethrown unchanged.
  ///
  /// Throws `unknownCommit` when the connection was lost while the server committed.
  func transaction<T>(
    _ kind: Kind,
    beginning: String,
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    try cancellation.aim(at: handle)
    (touched, transaction, self.cancellation, hasBegun) = ([], kind, cancellation, false)
    defer { (transaction, self.cancellation) = (nil, nil) }
    do {
      try execute(beginning)
      hasBegun = true
      let result = try body(self)
      try cancellation.aim(at: nil)  // a commit is not interrupted half-way
      try commit()
      return result
    } catch {
      try? cancellation.aim(at: nil)
      if cairn_PQtransactionStatus(handle) != Int32(cairn_pg_idle.rawValue) {
        try? execute("ROLLBACK")
      }
      throw error
    }
  }

  /// A transaction that failed inside is rolled back by `COMMIT`, which says so in its answer alone.
  private func commit() throws(StorageError) {
    guard cairn_PQtransactionStatus(handle) != Int32(cairn_pg_in_error.rawValue) else {
      throw StorageError(.rolledBack, "An earlier error has rolled the transaction back.")
    }
    isWarned = false
    let result = cairn_PQexec(handle, "COMMIT")
    defer { cairn_PQclear(result) }
    // A wait for the standby that was cancelled commits all the same, and only warns of it (F19).
    guard !isWarned else {
      throw StorageError(.unknownCommit, "The server did not wait until its standby had it.")
    }
    if isDone(cairn_PQresultStatus(result)) { return }
    guard !isDead else {
      throw StorageError(.unknownCommit, "The connection was lost while the server committed.")
    }
    throw StorageError(result)
  }

  /// Runs statements without values, all in one message.
  func execute(_ text: String) throws(StorageError) {
    let result = cairn_PQexec(handle, text)
    defer { cairn_PQclear(result) }
    guard isDone(cairn_PQresultStatus(result)) else {
      throw lost ?? StorageError(result)
    }
  }

  /// What is told of a connection that has gone.
  private var lost: StorageError? {
    isDead ? StorageError(.unreachable, "The connection was lost.") : nil
  }
}

/// Notes that the server warned of something.
private func noteWarning(_ context: UnsafeMutableRawPointer?, _: OpaquePointer?) {
  guard let context else { return }
  Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().isWarned = true
}

extension Connection: SQLConnection {
  @discardableResult
  func run(_ sql: SQL) throws(StorageError) -> Int {
    let result = try perform(sql)
    defer { cairn_PQclear(result) }
    return cairn_PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    let result = try perform(sql)
    defer { cairn_PQclear(result) }
    let row = ResultRow(result)
    for index in 0..<cairn_PQntuples(result) {
      row.index = index
      guard try body(row) else { return }
    }
  }

  func script(_ ddl: StaticString) throws(StorageError) {
    cache = [:]
    try execute(isPooled ? ddl.description : "DEALLOCATE ALL; \(ddl.description)")
  }

  private func perform(_ sql: SQL) throws(StorageError) -> OpaquePointer {
    if cancellation?.isCancelled == true {
      throw StorageError(.interrupted, "The task was cancelled.")
    }
    let statement = try statement(for: sql)
    let values = try WireValues(sql.bindings, as: statement.types)
    let result = statement.perform(values, on: handle)
    guard let result, isDone(cairn_PQresultStatus(result)) else {
      defer { cairn_PQclear(result) }
      throw lost ?? StorageError(result)
    }
    if cairn_PQcmdTuples(result).map({ $0.pointee != 0 && $0.pointee != 0x30 }) == true {
      touched.formUnion(statement.tables)
    }
    return result
  }

  /// More than the product has statements; ad-hoc shapes only make it start afresh.
  private static let cacheLimit = 600

  private func statement(for sql: SQL) throws(StorageError) -> Statement {
    if let known = cache[sql.shape] { return known }
    if cache.count == Self.cacheLimit {
      if !isPooled { try execute("DEALLOCATE ALL") }
      cache = [:]
    }
    count += 1
    do {
      let new = try Statement(isPooled ? "" : "s\(count)", sql.text(for: .postgresql), on: handle)
      cache[sql.shape] = new
      return new
    } catch {
      throw lost ?? error
    }
  }
}
