import CPostgres
import CairnSQL

/// A connection to a server; only the holder of its ``ConnectionSlot`` may use it.
final class Connection {
  let handle: OpaquePointer
  let pipeline: Pipeline
  /// Cancels the running transaction.
  var cancellation: Cancellation?
  private var cache: [SQL.StatementKey: Statement] = [:]
  /// Numbers the prepared statements.
  private var statementCount = 0
  /// Whether all results of the read have arrived; see ``prefetchTransaction(_:_:_:)``.
  var hasAllResults = false
  /// Whether the body made a query beyond those results.
  var hasOtherQueries = false
  /// The queries of the transaction in order, at most ``maxRecordedQueries``.
  var executedQueries: [SQL] = []
  /// Larger than the number of queries of any page.
  static let maxRecordedQueries = 64
  /// Counts the statements of a write; nil for a read, and if the connection keeps no plans.
  private var planInvalidation: PlanInvalidation?
  /// Whether the integrity check is still due because a table was locked.
  var needsCheck = false
  /// Whether a transaction pooler may run each transaction on another server connection.
  let isPooled: Bool

  /// Opens a connection; throws `unreachable` with the message of the server or the system.
  ///
  /// A pooled connection prepares no statements, because each transaction may use another server connection.
  init(to address: String, isPooled: Bool = false) throws(StorageError) {
    self.isPooled = isPooled
    if let loadError = cairn_pq_load() {
      throw StorageError(
        .unreachable,
        "The library libpq is missing.",
        cause: String(cString: loadError)
      )
    }
    guard let handle = cairn_pg_connect(address) else {
      throw StorageError(.io, "Out of memory for a connection.")
    }
    self.handle = handle
    guard cairn_PQstatus(handle) == Int32(cairn_pg_connected.rawValue) else {
      let message = cairn_PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      cairn_PQfinish(handle)  // `deinit` does not run for an object that was never initialised
      throw Self.unreachable(message, address)
    }
    pipeline = Pipeline(handle)
    let own = Unmanaged.passUnretained(self).toOpaque()
    cairn_PQsetNoticeReceiver(handle, recordWarning, own)
    // The account is a session setting and no parameter, so a generic plan is as good as a custom one.
    guard !isPooled else { return }
    // A transaction pooler reports process ids of its own, and would keep the settings for other clients.
    guard try execute("SELECT pg_backend_pid()") == "\(cairn_PQbackendPID(handle))" else {
      throw StorageError(.undeclaredPooler, "another process answered than the one requested")
    }
    try execute(Self.settings)
  }

  deinit { cairn_PQfinish(handle) }

  /// Settings that a role or database default must not change: commits wait for the disk, and the server warns
  /// if a commit did not wait for its standby.
  private static let settings = """
    SET plan_cache_mode = force_generic_plan; SET client_min_messages = warning;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
    """

  /// The same settings for one transaction: behind a pooler, clients share the server connections.
  static let transactionSettings: SQL = """
    SELECT set_config('client_min_messages', 'warning', true), set_config('synchronous_commit',
      CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
      ELSE current_setting('synchronous_commit') END, true)
    """

  /// Returns the error of a failed connection.
  ///
  /// Its cause is libpq's message in one line, without the parts of an unreadable address that may contain a password.
  private static func unreachable(_ words: String, _ address: String) -> StorageError {
    let line = words.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let isAboutAddress = ["URI", "percent-encoded", "connection option", "connection info string"]
      .contains { line.contains($0) }
    // libpq ends the password at the first of several @ and takes the rest for the host.
    let isSplitWrongly = address.count { $0 == "@" } > 1
    return StorageError(
      .unreachable,
      isSplitWrongly ? "Write %40 for an @ in a password." : "The connection failed.",
      cause: isAboutAddress || isSplitWrongly ? line.prefix { $0 != "\"" } + "…" : line
    )
  }

  /// Whether the server has completed any statement of the current or last transaction.
  var hasBegun: Bool { pipeline.hasCompleted }

  /// Whether the server has sent a warning during the current transaction.
  var hasWarning = false

  /// The tables that the current or last transaction changed.
  var touched: Set<String> { pipeline.touched }

  /// Whether a transaction can begin; a pending result of a read's `COMMIT` is checked later.
  var isFree: Bool {
    if pipeline.isEnding { return !isDead }
    guard (try? drain()) != nil else { return false }
    return !isDead && status == cairn_pg_idle
  }

  /// Whether the transaction is still usable after all pending results are read.
  var isInTransaction: Bool {
    (try? drain()) != nil && !isDead && status == cairn_pg_in_transaction
  }

  /// Whether the connection is lost.
  var isDead: Bool { pipeline.isDead }

  /// The transaction status as libpq knows it, without a round trip.
  var status: cairn_pg_transaction {
    cairn_pg_transaction(UInt32(bitPattern: cairn_PQtransactionStatus(handle)))
  }

  /// Runs statements without parameters in one message; returns the first value of the last result.
  @discardableResult
  func execute(_ text: String) throws(StorageError) -> String? {
    let result = try pipeline.interrupted { cairn_PQexec($0, text) }
    defer { cairn_PQclear(result) }
    guard isSuccess(cairn_PQresultStatus(result)) else {
      throw isDead ? Pipeline.connectionLost : StorageError(result)
    }
    guard cairn_PQntuples(result) > 0 else { return nil }
    return cairn_PQgetvalue(result, 0, 0).map { String(cString: $0) }
  }
}

/// Records a warning of the server.
///
/// Its severity field is in English whatever `lc_messages` is.
private func recordWarning(_ context: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {
  let severity = cairn_PQresultErrorField(notice, Int32(cairn_pg_severity.rawValue))
  guard let context, let severity, String(cString: severity) == "WARNING" else { return }
  Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().hasWarning = true
}

extension Connection: SQLConnection {
  /// Sends a statement without waiting; its error surfaces at the next statement that waits.
  func run(_ sql: SQL) throws(StorageError) { try send(sql) }

  /// Sends queries ahead of their use, so that all their results arrive in one round trip.
  func prefetch(_ queries: [SQL]) throws(StorageError) {
    for query in queries where !pipeline.isPrefetched(query) { try send(query, isPrefetched: true) }
  }

  private func send(_ sql: SQL, isPrefetched: Bool = false) throws(StorageError) {
    if cancellation?.isCancelled == true {
      throw StorageError(.interrupted, "The task was cancelled.")
    }
    if hasAllResults {
      hasOtherQueries = true
      throw StorageError(.readOnly, "This read has ended.")
    }
    let statement = try statement(for: sql)
    if planInvalidation?.isDue() == true { try send("DISCARD PLANS") }
    let values = try WireValues(sql.bindings, as: statement.types)
    try statement.send(values, by: pipeline, prefetched: isPrefetched ? sql : nil)
  }

  func count(_ sql: SQL) throws(StorageError) -> Int {
    try run(sql)
    let result = try pipeline.result()
    defer { cairn_PQclear(result) }
    return cairn_PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    if executedQueries.count < Self.maxRecordedQueries { executedQueries.append(sql) }
    if let known = try pipeline.prefetched(sql) { return try scan(known, while: body) }
    try run(sql)
    guard let result = try pipeline.result() else { return }
    defer { cairn_PQclear(result) }
    try scan(result, while: body)
  }

  private func scan(_ result: OpaquePointer, while body: (any SQLRow) throws -> Bool) throws {
    let row = ResultRow(result)
    for index in 0..<cairn_PQntuples(result) {
      row.index = index
      guard try body(row) else { return }
    }
  }

  /// Starts counting the statements of a write.
  func countStatements(of kind: Kind) {
    planInvalidation = kind == .write && !isPooled ? PlanInvalidation() : nil
  }

  func drain() throws(StorageError) { cairn_PQclear(try pipeline.result()) }

  func script(_ ddl: SQL) throws(StorageError) {
    cache = [:]
    let text = ddl.text(for: .postgresql)
    try execute(isPooled ? text : "DEALLOCATE ALL; \(text)")
  }

  /// Larger than the number of statements in Cairn; ad-hoc statements beyond it only empty the cache.
  private static let cacheLimit = 600

  private func statement(for sql: SQL) throws(StorageError) -> Statement {
    if let known = cache[sql.statementKey] { return known }
    if cache.count == Self.cacheLimit {
      if !isPooled { try execute("DEALLOCATE ALL") }
      cache = [:]
    }
    statementCount += 1
    let new = try Statement(
      isPooled ? "" : "s\(statementCount)",
      sql.text(for: .postgresql),
      hasParameters: !sql.bindings.isEmpty,
      by: pipeline
    )
    cache[sql.statementKey] = new
    return new
  }
}
