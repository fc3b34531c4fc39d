import CPostgres
import CairnSQL

/// One connection to a server; only who has its ``ConnectionSlot`` may touch it.
final class Connection {
  let handle: OpaquePointer
  let pipeline: Pipeline
  /// What stops the transaction that runs.
  var cancellation: Cancellation?
  private var cache: [SQL.StatementKey: Statement] = [:]
  /// Counts statements.
  private var serial = 0
  /// Whether all that can be asked is answered; see ``answer(_:_:_:)``.
  var isAnswered = false
  /// Whether more was asked then.
  var isAskedMore = false
  /// What the transaction has asked, in order, up to ``mostAsked``.
  var asked: [SQL] = []
  /// More than a page reads.
  static let mostAsked = 64
  /// Of a write; nil while one only reads, and where no plan is kept.
  private var replanning: PlanInvalidation?
  /// Whether the tables were locked when they were to be looked at.
  var isUnchecked = false
  /// Whether each transaction may be one of another connection of the server.
  let isPooled: Bool

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
      cairn_PQfinish(handle)  // nothing else does, since this never became an object
      throw StorageError(.unreachable, Self.told(words, of: address))
    }
    pipeline = Pipeline(handle)
    let own = Unmanaged.passUnretained(self).toOpaque()
    cairn_PQsetNoticeReceiver(handle, noteWarning, own)
    // Whose rows a statement means is no value of it, so a plan for all is as good as one for each.
    guard !isPooled else { return }
    // A pooler gives out numbers of its own for the processes behind it, and would keep what is set here.
    guard try execute("SELECT pg_backend_pid()") == "\(cairn_PQbackendPID(handle))" else {
      throw StorageError(.pooler, "another process answers than the one that it named")
    }
    try execute(Self.settings)
  }

  deinit { cairn_PQfinish(handle) }

  /// What a role or a database may have set otherwise: a commit waits for the disk, and says so where it did not
  /// wait for a standby.
  private static let settings = """
    SET plan_cache_mode = force_generic_plan; SET client_min_messages = warning;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
    """

  /// The same for one transaction, behind a pooler, whose connections are everybody's.
  static let transactionSettings: SQL = """
    SELECT set_config('client_min_messages', 'warning', true), set_config('synchronous_commit',
      CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
      ELSE current_setting('synchronous_commit') END, true)
    """

  /// What libpq says of a connection, in one line; what it quotes of an address it cannot read may be
  /// a password.
  private static func told(_ words: String, of address: String) -> String {
    let line = words.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let isAboutAddress = ["URI", "percent-encoded", "connection option", "connection info string"]
      .contains { line.contains($0) }
    // Of more than one @ the first ends the password, and what follows it is taken for the host.
    if address.count(where: { $0 == "@" }) > 1 {
      return line.prefix { $0 != "\"" } + "… (%40 stands for an @ in a password)"
    }
    return isAboutAddress ? line.prefix { $0 != "\"" } + "…" : line
  }

  /// Whether anything of the current or last transaction was answered.
  var hasBegun: Bool { pipeline.hasAnswered }

  /// Whether the server said something of what it does now that no answer says.
  var isWarned = false

  /// The tables the current or last transaction has changed.
  var touched: Set<String> { pipeline.touched }

  /// Whether another transaction can begin on it, as far as is known: the end of a read is heard later.
  var isFree: Bool {
    if pipeline.isEnding { return !isDead }
    guard (try? settle()) != nil else { return false }
    return !isDead && status == cairn_pg_idle
  }

  /// Whether the transaction goes on, as far as the server has said once all is answered.
  var isSound: Bool { (try? settle()) != nil && !isDead && status == cairn_pg_in_transaction }

  /// Whether nothing more can come of it.
  var isDead: Bool { pipeline.isDead }

  /// Whether a transaction runs on it, and how it is.
  var status: cairn_pg_transaction {
    cairn_pg_transaction(UInt32(bitPattern: cairn_PQtransactionStatus(handle)))
  }

  /// Runs statements without values, all in one message; gives the first value that the last of them finds.
  @discardableResult
  func execute(_ text: String) throws(StorageError) -> String? {
    let result = try pipeline.interrupted { cairn_PQexec($0, text) }
    defer { cairn_PQclear(result) }
    guard isDone(cairn_PQresultStatus(result)) else {
      throw isDead ? Pipeline.lost : StorageError(result)
    }
    guard cairn_PQntuples(result) > 0 else { return nil }
    return cairn_PQgetvalue(result, 0, 0).map { String(cString: $0) }
  }
}

/// Notes that the server warned of something, whatever else it was set to tell.
private func noteWarning(_ context: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {
  let severity = cairn_PQresultErrorField(notice, Int32(cairn_pg_severity.rawValue))
  guard let context, let severity, String(cString: severity) == "WARNING" else { return }
  Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().isWarned = true
}

extension Connection: SQLConnection {
  /// Sends a statement without waiting; what comes of it is heard with the next that is waited for.
  func run(_ sql: SQL) throws(StorageError) { try send(sql) }

  /// Sends reads whose answers are asked for later, one after another; they come together.
  func foresee(_ queries: [SQL]) throws(StorageError) {
    for query in queries where !pipeline.isForeseen(query) { try send(query, isForeseen: true) }
  }

  private func send(_ sql: SQL, isForeseen: Bool = false) throws(StorageError) {
    if cancellation?.isCancelled == true {
      throw StorageError(.interrupted, "The task was cancelled.")
    }
    if isAnswered {
      isAskedMore = true
      throw StorageError(.readOnly, "This read has ended.")
    }
    let statement = try statement(for: sql)
    if replanning?.isDue() == true { try send("DISCARD PLANS") }
    let values = try WireValues(sql.bindings, as: statement.types)
    try statement.send(values, by: pipeline, foreseen: isForeseen ? sql : nil)
  }

  func count(_ sql: SQL) throws(StorageError) -> Int {
    try run(sql)
    let result = try pipeline.result()
    defer { cairn_PQclear(result) }
    return cairn_PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    if asked.count < Self.mostAsked { asked.append(sql) }
    if let known = try pipeline.foreseen(sql) { return try scan(known, while: body) }
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

  /// Counts the statements of a write from here on.
  func countStatements(of kind: Kind) {
    replanning = kind == .write && !isPooled ? PlanInvalidation() : nil
  }

  func settle() throws(StorageError) { cairn_PQclear(try pipeline.result()) }

  func script(_ ddl: StaticString) throws(StorageError) {
    cache = [:]
    try execute(isPooled ? ddl.description : "DEALLOCATE ALL; \(ddl.description)")
  }

  /// More than the product has statements; ad-hoc shapes only make it start afresh.
  private static let cacheLimit = 600

  private func statement(for sql: SQL) throws(StorageError) -> Statement {
    if let known = cache[sql.shape] { return known }
    if cache.count == Self.cacheLimit {
      if !isPooled { try execute("DEALLOCATE ALL") }
      cache = [:]
    }
    serial += 1
    let new = try Statement(
      isPooled ? "" : "s\(serial)",
      sql.text(for: .postgresql),
      hasParameters: !sql.bindings.isEmpty,
      by: pipeline
    )
    cache[sql.shape] = new
    return new
  }
}
