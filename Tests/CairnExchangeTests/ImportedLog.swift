import Cairn
import CairnExchange
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// The moment at which the clock of a scratch log stands.
let scratchNow = Instant(text: "2026-01-05T18:00:00Z") ?? .limit
/// The day of it.
let scratchDay = LocalDay(text: "2026-01-05") ?? LocalDay(number: 0)

/// Gives the closure an empty log on a device at 2026-01-05T18:00:00Z.
func withLog(_ body: (ScratchLog) async throws -> Void) async throws {
  try await TestEngine.any.scratchLog(body)
}

extension ScratchLog {
  private var today: LocalDay { ZoneRules.utc.day(at: clock.now) }

  /// Imports a Goodreads file as the command does.
  @discardableResult
  func take(_ file: [UInt8], dryRun: Bool = false) async throws -> ImportReport {
    let plan = try GoodreadsExport.parse(file).plan(
      for: try await log.libraryIndex(),
      today: today,
      own: try GoodreadsFile.rows(try await log.shelvedBooks())
    )
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Imports a list of books as the command does.
  @discardableResult
  func take(_ library: ImportedLibrary, dryRun: Bool = false) async throws -> ImportReport {
    let plan = library.plan(for: try await log.libraryIndex(), today: today)
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Imports reading as the command does.
  @discardableResult
  func take(
    _ reading: some ImportableReading,
    zone: String = "UTC",
    dryRun: Bool = false
  ) async throws -> ImportReport {
    let rules = try #require(environment.zone(zone))
    let books = try await log.libraryIndex()
    let plan = reading.plan(for: books, zone: rules, dayStartHour: 0, now: clock.now)
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Every row of every table that is computed from records.
  func shown() async throws -> [String: [String]] {
    let tables = log.context.projector.projections.flatMap(\.tables)
    return try await log.read { connection in
      try tables.reduce(into: [:]) { $0[$1.name] = try connection.texts($1.rows) }
    }
  }

  /// Every row of every table: equal exactly when nothing at all has changed.
  func everything() async throws -> [String: [String]] {
    var all = try await shown()
    for (name, rows) in try await stored() { all[name] = rows }
    return all
  }

  private func stored() async throws -> [String: [String]] {
    try await log.read { connection in
      [
        "record": try connection.texts("SELECT * FROM record ORDER BY kind, id"),
        "mutation": try connection.texts("SELECT * FROM mutation ORDER BY number"),
        "device": try connection.texts("SELECT * FROM device"),
      ]
    }
  }

  /// Expects that every table is what computing it anew gives.
  func isSound(at place: SourceLocation = #_sourceLocation) async throws {
    let report = try await log.checkProjections(repair: false)
    #expect(report.isHealthy, "\(report)", sourceLocation: place)
  }

  /// The only book with that title.
  func book(_ title: String, at place: SourceLocation = #_sourceLocation) async throws -> EntryRow {
    let books = try await log.books(titled: title)
    #expect(books.count == 1, sourceLocation: place)
    return try #require(books.first, sourceLocation: place)
  }

  /// The readings of a book as `outcome started..finished position rating`, `-` for what is unknown.
  func readings(_ title: String) async throws -> [String] {
    let entry = try await book(title).id
    return try await log.read { connection in
      try connection.all(
        """
        SELECT outcome, started, coalesce(finished, stopped), position, rating FROM read_through
        WHERE entry = \(entry)
        """
      ) { row in
        let texts = try (0..<4).map { try row.textOrNil($0) ?? "-" }
        let rating = try row.integerOrNil(4).map { String($0) } ?? "-"
        return "\(texts[0]) \(texts[1])..\(texts[2]) \(texts[3]) \(rating)"
      }
    }.sorted()
  }

  /// How many rows a computed table has.
  func count(_ table: String) async throws -> Int { try await shown()[table]?.count ?? 0 }

  /// How many changes each mutation has, in the order they were made.
  func parts() async throws -> [Int] {
    try await log.read { connection in
      try connection.all("SELECT changes FROM mutation ORDER BY number") {
        try Change.list(json: try $0.text(0)).count
      }
    }
  }

  /// Changes the record of a book's entry or work as a person would.
  func edit<Thing: Recorded>(
    _ type: Thing.Type,
    _ id: RecordID,
    _ change: @escaping @Sendable (inout Thing) -> Void
  ) async throws {
    try await log.write("Edit by hand") { writer in
      var thing = try #require(try writer.find(type, id))
      change(&thing)
      try writer.save(thing)
    }
  }
}

extension SQLConnection {
  /// All rows of a result, each as text that tells its values and their types.
  func texts(_ sql: SQL) throws -> [String] {
    try all(sql) { row in
      try (0..<row.columnCount).map { "\(try row.value($0))" }.joined(separator: " | ")
    }
  }
}

extension ImportReport {
  /// What was done in figures: added, updated, unchanged, kept, skipped.
  var figures: [Int] { [added.count, updated.count, unchanged, kept, skipped.count] }
}

/// A Goodreads file in the making: the 24 columns of 2022, empty but for the given cells.
func export(_ rows: [[String: String]]) -> [UInt8] {
  let columns = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]
  var writer = CSVWriter()
  writer.row(columns)
  for row in rows { writer.row(columns.map { row[$0] ?? "" }) }
  return writer.bytes
}

/// A row on a shelf: number, title and author, and whatever else is given.
func row(
  _ id: Int,
  _ title: String,
  _ author: String = "Ann Author",
  on shelf: String = "read",
  _ more: [String: String] = [:]
) -> [String: String] {
  [
    "Book Id": String(id), "Title": title, "Author": author, "Exclusive Shelf": shelf,
    "Read Count": shelf == "to-read" ? "0" : "1",
  ].merging(more) { $1 }
}
