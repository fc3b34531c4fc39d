import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// Query plan lines of statements that slow down as the log grows (https://www.sqlite.org/eqp.html).
private let walks = [
  "SCAN session", "SCAN record", "SCAN mutation", "SCAN reading", "SCAN day_total",
  "session_kind_time (kind=?)",
]

/// The index of open sessions, at most one for each kind.
private let short = "SCAN session USING INDEX session_one_open"

@Suite struct `Queries on a long log` {
  @Test func `use an index for every step of a session`() async throws {
    try await TestEngine.device.scratch { scratch in
      let database = ListeningDatabase(try await scratch.open())
      try await everyTurnOfASession(database)
      let found = try await plans(of: database.statements, in: database)
      let long = found.filter { plan in plan != short && walks.contains { plan.contains($0) } }
      #expect(long == [])
      #expect(found.contains { $0.hasPrefix("SEARCH session_day ") })
    }
  }

  @Test func `use an index for daily totals and anniversaries`() async throws {
    try await TestEngine.device.scratch { file in
      let database = ListeningDatabase(try await file.open())
      let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
      let log = try await Log.open(database, environment: environment)
      let day = LocalDay(number: 20_458)
      _ = try await log.dayTotals(nil, in: day...day)
      _ = try await log.dayActivity(in: day...day)
      _ = try await log.firstDay()
      _ = try await log.sessions(on: day.remembered(since: 2000), limitPerYear: 3)
      _ = try await log.openBooks(limit: 8)
      let found = try await plans(of: database.statements, in: database)
      #expect(found.filter { plan in walks.contains { plan.contains($0) } } == [])
      #expect(found.contains { $0.contains("(kind=? AND day>? AND day<?)") })
    }
  }

  @Test func `use an index for the sums of a book over many years`() async throws {
    try await TestEngine.device.scratch { file in
      let database = ListeningDatabase(try await file.open())
      let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
      let log = try await Log.open(database, environment: environment)
      var ofBook = SessionFilter()
      (ofBook.kind, ofBook.entry) = (Reading.kind, Identifier(RecordID(high: 1, low: 2)))
      let day = LocalDay(number: 12_000)
      _ = try await log.dayTotals(among: ofBook, in: day...(day + 8_000))
      let found = try await plans(of: database.statements, in: database)
      #expect(found.filter { plan in walks.contains { plan.contains($0) } } == [])
      #expect(!found.contains { $0.hasSuffix("record USING PRIMARY KEY (kind=?)") }, "\(found)")
      #expect(!found.contains { $0.contains("session_day_day") }, "\(found)")
    }
  }

  private func everyTurnOfASession(_ database: ListeningDatabase) async throws {
    let noon = Instant(milliseconds: 1_767_614_400_000)
    let environment = LogEnvironment(
      now: { noon },
      random: { .random(in: .min ... .max) },
      zone: { _ in .utc }
    )
    let log = try await Log.open(database, environment: environment)
    let book = try await log.write("Add") {
      try AddBook(NewBook(title: "Dune", pages: 600), zone: "UTC").run(in: $0).entry.id
    }
    let open = try await log.write("Start") {
      try $0.startReading(book, at: noon - .hours(1), zone: "UTC")
    }
    try await log.write("Pause") {
      try $0.change(open.id, as: NoDetail.self) { (session) throws(CairnError) in
        try session.pause(at: noon)
      }
    }
    _ = try await log.openSessions()
    _ = try await log.session(open.id)
    _ = try await log.sessions(SessionFilter())
    _ = try await log.books(titled: "Dune")
    _ = try await log.openBooks()
    _ = try await log.totals(of: book)
    var ofBook = SessionFilter(limit: 1)
    (ofBook.entry, ofBook.trait) = (book, .ended)
    _ = try await log.sessions(ofBook)
    _ = try await log.write("Stop") {
      try $0.endReading(
        open.id,
        position: { (book) throws(CairnError) in try book.page(9) },
        at: noon,
        zone: "UTC",
        allowShort: false
      )
    }
  }

  private func plans(of statements: [SQL], in database: ListeningDatabase) async throws -> [String]
  {
    // In a write transaction, because even explaining a statement that writes needs one.
    try await database.write { connection in
      try statements.flatMap { sql in
        try connection.all("EXPLAIN QUERY PLAN \(fragment: sql)") { try $0.text(3) }
      }
    }
  }
}

/// A database that records its statements.
private final class ListeningDatabase: SQLDatabase, @unchecked Sendable {
  // used by one task at a time
  private let database: any SQLDatabase
  private(set) var statements: [SQL] = []

  init(_ database: any SQLDatabase) { self.database = database }

  var dialect: SQLDialect { database.dialect }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await database.read { try body(Connection($0) { self.statements.append($0) }) }
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await database.write { try body(Connection($0) { self.statements.append($0) }) }
  }

  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await database.writeSchema(body)
  }

  func changes() -> AsyncStream<Set<String>> { database.changes() }

  func close() async { await database.close() }

  private final class Connection: SQLConnection {
    private let connection: any SQLConnection
    private let note: (SQL) -> Void

    init(_ connection: any SQLConnection, _ note: @escaping (SQL) -> Void) {
      (self.connection, self.note) = (connection, note)
    }

    func run(_ sql: SQL) throws(StorageError) {
      note(sql)
      try connection.run(sql)
    }

    func count(_ sql: SQL) throws(StorageError) -> Int {
      note(sql)
      return try connection.count(sql)
    }

    func drain() throws(StorageError) { try connection.drain() }

    func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
      note(sql)
      try connection.scan(sql, while: body)
    }

    func script(_ ddl: SQL) throws(StorageError) { try connection.script(ddl) }
  }
}
