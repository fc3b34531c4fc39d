import Cairn
public import CairnSQL

/// A connection inside a transaction of a log, to pass to its tables and queries.
///
/// A module that does not import `CairnSQL` can run no statements of its own on it.
package typealias LogConnection = any SQLConnection

/// The log of one person.
///
/// Reads run concurrently; writes run one after another, each in one transaction that becomes one mutation (DESIGN.md,
/// “The one idea”). A write is durable once the call returns.
public struct Log: Sendable {
  package let database: any SQLDatabase
  package let context: LogContext

  /// Opens a log and migrates its tables.
  ///
  /// `prepare` runs before a log with data is migrated; it makes the automatic backup. `fileIdentity` distinguishes the
  /// file from its copies: a log opened in another file gets a new node; on a full disk, with its first write. Throws
  /// `storage.newer_log` for a log of a newer version, which stays unchanged.
  public static func open(
    _ database: any SQLDatabase,
    environment: LogEnvironment,
    at fileIdentity: String? = nil,
    prepare: () async throws -> Void = {}
  ) async throws -> Log {
    do {
      let current = try await current(
        database,
        environment: environment,
        at: fileIdentity
      )
      if let current { return current }
      try await migrator(of: database).migrate(database, prepare: prepare)
      let known = try await DeviceTable.node(of: database, at: fileIdentity, environment)
      var context = LogContext(known.node, environment)
      context.unregisteredIdentity = known.isRegistered ? nil : fileIdentity
      let log = Log(database: database, context: context)
      try await log.createMissingTables()
      return log
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }

  /// Returns a log that needs no migration, with one read; nil for any other.
  package static func current(
    _ database: any SQLDatabase,
    environment: LogEnvironment,
    at fileIdentity: String? = nil
  ) async throws -> Log? {
    let (migrator, dialect) = (migrator(of: database), database.dialect)
    let node: UInt32? = try await database.read { connection in
      guard try migrator.isDone(in: connection, dialect) else { return nil }
      guard try missing(environment.addedTables, dialect, connection).isEmpty else { return nil }
      guard let known = try DeviceTable.known(in: connection) else { return nil }
      return fileIdentity == nil || known.fileIdentity == fileIdentity ? known.node : nil
    }
    guard let node else { return nil }
    return Log(database: database, context: LogContext(node, environment))
  }

  private static func migrator(of database: any SQLDatabase) -> Migrator {
    Migrator(database.dialect.name == "sqlite" ? LogSchema.migrations : LogSchema.postgresql)
  }

  /// Migrates a database of many logs without creating a log.
  package static func prepare(_ database: any SQLDatabase) async throws {
    try await Migrator(LogSchema.postgresql).migrate(database)
  }

  /// Throws if the tables of a database of many logs have another version.
  ///
  /// Throws `notPrepared` and `newerSchema`, and `migrationChanged` for tables of no released version.
  package static func requireTables(in database: any SQLDatabase) async throws {
    guard try await Migrator(LogSchema.postgresql).pending(in: database).isEmpty else {
      throw StorageError(.notPrepared, "The tables are from an older version.")
    }
  }

  /// Gives a copied file a new node, so that two devices never create equal stamps (F22).
  ///
  /// Writes use it from the next opening on. Sync clients see a new epoch (spec/sync.md F18).
  package func renewNode() async throws {
    let context = context
    try await writeTables {
      _ = try DeviceTable.renew(context.node, at: nil, context.environment, in: $0)
    }
  }

  /// Returns whether sequence numbers are left for later changes, which a hostile file may prevent.
  package func hasSequenceNumbersLeft() async throws -> Bool {
    try await read { connection in
      let limit: Int64 = 1 << 53
      let numbers = [
        try RecordTable.lastSequence(in: connection),
        try DeviceTable.lastPurgedSequence(in: connection),
        try MutationTable.lastNumber(in: connection),
      ]
      return numbers.allSatisfy { (0..<limit).contains($0) }
    }
  }

  /// Continues the sequence numbers after those of a log that this one replaces.
  ///
  /// Clients of that log then never mistake a state of this log for one they know.
  package func continueSequence(after state: Int64) async throws {
    try await writeTables { connection in
      let last = max(try RecordTable.lastSequence(in: connection), state)
      try DeviceTable.registerPurge(at: last + 1, in: connection)
    }
  }

  /// The kinds of session of the product; `docs/add-a-kind.md` adds one.
  public static var kinds: [any SessionTable] {
    [ReadingTable(), ListeningTable(), ClimbingTable()]
  }

  /// Performs one user action in one transaction.
  ///
  /// `title` is its history entry unless an act sets one; without a change there is none. An error thrown by `body`
  /// rolls everything back and is rethrown.
  @discardableResult
  public func write<Result: Sendable>(
    _ title: String = "",
    _ body: @escaping @Sendable (LogWriter) throws -> Result
  ) async throws -> Result {
    let context = context
    return try await translated {
      try await database.write { connection in
        let now = context.environment.now()
        let registered = try context.registered(in: connection)
        let writer = try LogWriter(title, now: now, log: registered, in: connection)
        do {
          let result = try body(writer)
          try writer.finish()
          return result
        } catch {
          throw writer.cause(of: error)
        }
      }
    }
  }

  /// Changes tables in one transaction without a history entry: state of this log that is not synced.
  package func writeTables<Result: Sendable>(
    _ body: @escaping @Sendable (LogConnection) throws -> Result
  ) async throws -> Result {
    try await translated { try await database.write(body) }
  }

  /// Reads from one consistent snapshot of the log.
  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    try await translated { try await database.read(body) }
  }

  /// Reads a few rows by their keys; see ``SQLDatabase/pointRead(_:)``.
  package func pointRead<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    try await translated { try await database.pointRead(body) }
  }

  /// Runs several reads in one snapshot, for little more than one round trip; see ``SQLDatabase/snapshot(_:)``.
  package func snapshot<Result: Sendable>(
    on routeKey: String? = nil,
    _ body: @Sendable (Log) async throws -> Result
  ) async throws -> Result {
    let context = context
    return try await translated {
      try await database.snapshot(on: routeKey) { database in
        try await body(Log(database: database, context: context))
      }
    }
  }

  package func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }

  /// The tables changed by each commit of this process, for live pages.
  public func changes() -> AsyncStream<Set<String>> { database.changes() }

  /// Closes the file after pending calls; the next call opens it again.
  public func close() async { await database.close() }

  fileprivate static func projections(_ kinds: [any SessionTable]) -> [any Projection] {
    [
      SettingProjection(), GoalProjection(), StreakMinimumProjection(), RestDayProjection(),
      AuthorProjection(), WorkProjection(), EditionProjection(), EntryProjection(),
      ReadThroughProjection(), AnnotationProjection(), ClimbProjection(), AttemptProjection(),
      TagMarkProjection(), StoryProjection(), PlayProjection(), MilestoneProjection(),
      SessionProjection(kinds),
    ]
  }

  /// Creates the tables of additional kinds, and fills them from existing records (spec/sync.md F21).
  private func createMissingTables() async throws {
    let dialect = database.dialect
    let all = context.environment.addedTables
    guard try await !database.read({ try Self.missing(all, dialect, $0) }).isEmpty else { return }
    let context = context
    try await database.writeSchema { connection in
      // Another process may have created them in between.
      let missing = try Self.missing(all, dialect, connection)
      for table in missing { try connection.script(Self.create(table, dialect)) }
      if !missing.isEmpty { try Rebuild(context, connection).rebuild() }
    }
  }

  private static func create(_ table: SQLTable, _ dialect: SQLDialect) -> SQL {
    let create = table.create(for: dialect)
    guard dialect.name == "postgresql" else { return create }
    return "\(fragment: create)\nCALL cairn_isolate_table('\(name: table.name)');"
  }

  private static func missing(
    _ all: [SQLTable],
    _ dialect: SQLDialect,
    _ connection: any SQLConnection
  ) throws -> [SQLTable] {
    guard !all.isEmpty else { return [] }
    let known: [String] = try connection.values(dialect.tables)
    return all.filter { !known.contains($0.name.description) }
  }
}

/// The state that all writes of a log share.
package struct LogContext: Sendable {
  package private(set) var node: UInt32
  /// The file identity of a copy that has no node of its own yet.
  fileprivate var unregisteredIdentity: String?
  package let environment: LogEnvironment
  package let projector: Projector

  fileprivate init(_ node: UInt32, _ environment: LogEnvironment) {
    (self.node, self.environment) = (node, environment)
    projector = Projector(Log.projections(environment.kinds))
  }

  /// Returns the context with the node for writing, so that a copy never writes as its original.
  fileprivate func registered(in connection: any SQLConnection) throws -> LogContext {
    guard let unregisteredIdentity else { return self }
    var context = self
    context.node = try DeviceTable.registerNode(
      at: unregisteredIdentity,
      environment,
      in: connection
    )
    return context
  }
}

extension LogEnvironment {
  /// The tables of kinds that the migrations do not create.
  fileprivate var addedTables: [SQLTable] {
    let own = [KindModule.reading, .listening, .climbing].map(\.kind)
    return kinds.filter { !own.contains($0.kind) }.flatMap(\.tables)
  }
}

/// The table `device`: the node of this log, the latest observed stamp, and the last purged sequence number.
enum DeviceTable {
  /// Stores the sequence number of a change that left no record.
  static func registerPurge(at sequence: Int64, in connection: any SQLConnection) throws {
    try connection.run("UPDATE device SET last_purged_seq = \(sequence)")
  }

  /// Returns the sequence number of the latest change that left no record; 0 if there is none.
  static func lastPurgedSequence(in connection: any SQLConnection) throws -> Int64 {
    try connection.value("SELECT last_purged_seq FROM device") ?? 0
  }

  /// Stores the latest stamp observed, of which the clock needs only the time.
  static func register(_ seen: Stamp, in connection: any SQLConnection) throws {
    try connection.run("UPDATE device SET seen = \(seen.unturned.text)")
  }

  /// Stores what this log has received from others.
  static func register(_ knowledge: Knowledge, in connection: any SQLConnection) throws {
    try connection.run("UPDATE device SET knowledge = \(knowledge.text)")
  }

  /// Returns the node of a log, or a new one for a copy (F22).
  ///
  /// The log stores the identity of its file. In another file it is a copy, or was moved; unsent mutations keep their
  /// stamps. A read-only copy keeps the node of its original, because it can only be read.
  static func node(
    of database: any SQLDatabase,
    at fileIdentity: String?,
    _ environment: LogEnvironment
  ) async throws -> (node: UInt32, isRegistered: Bool) {
    let known = try await database.read { try Self.known(in: $0) }
    if let known, fileIdentity == nil || known.fileIdentity == fileIdentity {
      return (known.node, true)
    }
    do {
      return (
        try await database.write { try registerNode(at: fileIdentity, environment, in: $0) }, true
      )
    } catch let error as StorageError where [.readOnly, .full].contains(error.code) {
      guard let known else { throw error }
      return (known.node, false)
    }
  }

  fileprivate static func registerNode(
    at fileIdentity: String?,
    _ environment: LogEnvironment,
    in connection: any SQLConnection
  ) throws -> UInt32 {
    guard let known = try known(in: connection) else {
      return try begin(at: fileIdentity, environment, in: connection)
    }
    guard let fileIdentity, known.fileIdentity != fileIdentity else { return known.node }
    guard known.fileIdentity == nil else {
      return try renew(known.node, at: fileIdentity, environment, in: connection)
    }
    try connection.run("UPDATE device SET file_identity = \(fileIdentity)")
    return known.node
  }

  /// Gives a log a new node and a new epoch; it knows all acts of the old one.
  static func renew(
    _ old: UInt32,
    at fileIdentity: String?,
    _ environment: LogEnvironment,
    in connection: any SQLConnection
  ) throws -> UInt32 {
    var node = old
    while node == old { node = UInt32(truncatingIfNeeded: environment.random()) }
    let knowledge = try MutationTable.knowledge(of: old, in: connection)
    try connection.run(
      """
      UPDATE device SET node = \(Int64(node)), knowledge = \(knowledge.text), epoch = NULL,
        file_identity = \(fileIdentity)
      """
    )
    return node
  }

  private static func begin(
    at fileIdentity: String?,
    _ environment: LogEnvironment,
    in connection: any SQLConnection
  ) throws -> UInt32 {
    let node = UInt32(truncatingIfNeeded: environment.random())
    let log = environment.newID(at: environment.now())
    try connection.run(
      """
      INSERT INTO device (one, node, log, file_identity) VALUES (1, \(Int64(node)), \(log), \(fileIdentity))
      """
    )
    return node
  }

  fileprivate static func known(
    in connection: any SQLConnection
  ) throws -> (node: UInt32, fileIdentity: String?)? {
    try connection.first("SELECT node, file_identity FROM device") {
      (UInt32(truncatingIfNeeded: try $0["node"] as Int64), try $0["file_identity"])
    }
  }
}
