import Cairn
import CairnExchange
import CairnReports
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// The current time of a scratch log.
let scratchNow = Instant(text: "2026-01-05T18:00:00Z") ?? .limit
/// The date of `scratchNow`.
let scratchDay = LocalDay(text: "2026-01-05") ?? LocalDay(number: 0)

/// Runs the closure with an empty log at 2026-01-05T18:00:00Z.
func withLog(_ body: (ScratchLog) async throws -> Void) async throws {
  try await TestEngine.any.scratchLog(body)
}

extension ScratchLog {
  private var today: LocalDay { ZoneRules.utc.day(at: clock.now) }

  /// Imports a Goodreads file like the command.
  @discardableResult
  func take(_ file: [UInt8], dryRun: Bool = false) async throws -> ImportReport {
    let plan = try GoodreadsExport.parse(file).plan(
      for: try await log.libraryIndex(),
      today: today,
      own: try GoodreadsFile.rows(try await log.shelvedBooks())
    )
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Imports a book list like the command.
  @discardableResult
  func take(_ library: ImportedLibrary, dryRun: Bool = false) async throws -> ImportReport {
    let plan = library.plan(for: try await log.libraryIndex(), today: today)
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Imports reading sessions like the command.
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

  /// Returns all rows of all projection tables.
  func shown() async throws -> [String: [String]] {
    let tables = log.context.projector.projections.flatMap(\.tables)
    return try await log.read { connection in
      try tables.reduce(into: [:]) { $0[$1.name.description] = try connection.texts($1.rows()) }
    }
  }

  /// Returns all rows of all tables; equal results mean that nothing changed.
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

  /// Expects that every projection equals a recomputation.
  func isSound(at place: SourceLocation = #_sourceLocation) async throws {
    let report = try await log.checkProjections(repair: false)
    #expect(report.isHealthy, "\(report)", sourceLocation: place)
  }

  /// Returns the only book with this title.
  func book(_ title: String, at place: SourceLocation = #_sourceLocation) async throws -> EntryRow {
    let books = try await log.books(titled: title)
    #expect(books.count == 1, sourceLocation: place)
    return try #require(books.first, sourceLocation: place)
  }

  /// Returns a book's readings as `outcome started..finished position rating`, `-` if unknown.
  func readings(_ title: String) async throws -> [String] {
    let entry = try await book(title).id
    return try await log.read { connection in
      try connection.all(
        """
        SELECT outcome, started, coalesce(finished, stopped) AS ended, position, rating FROM read_through
        WHERE entry = \(entry)
        """
      ) { row in
        let columns: [StaticString] = ["outcome", "started", "ended", "position"]
        let texts = try columns.map { try row[$0] ?? "-" }
        let rating = try row.decode("rating") { (rating: Int) in String(rating) } ?? "-"
        return "\(texts[0]) \(texts[1])..\(texts[2]) \(texts[3]) \(rating)"
      }
    }.sorted()
  }

  /// Returns the row count of a projection table.
  func count(_ table: String) async throws -> Int { try await shown()[table]?.count ?? 0 }

  /// Returns the number of changes per mutation, in order.
  func parts() async throws -> [Int] {
    try await log.read { connection in
      try connection.all("SELECT changes FROM mutation ORDER BY number") {
        try Change.list(json: try $0.text(0)).count
      }
    }
  }

  /// Edits the record of a book's entry or work like a person would.
  func edit<Entity: Recorded>(
    _ type: Entity.Type,
    _ id: RecordID,
    _ change: @escaping @Sendable (inout Entity) -> Void
  ) async throws {
    try await log.write("Edit by hand") { writer in
      var thing = try #require(try writer.find(type, id))
      change(&thing)
      try writer.save(thing)
    }
  }
}

extension SQLConnection {
  /// Returns all rows of a result as text that includes values and types.
  func texts(_ sql: SQL) throws -> [String] {
    try all(sql) { row in
      try (0..<row.columnCount).map { "\(try row.value($0))" }.joined(separator: " | ")
    }
  }
}

extension ImportReport {
  /// The counts of added, updated, unchanged, kept and skipped items.
  var figures: [Int] { [added.count, updated.count, unchanged, kept, skipped.count] }
}

/// Returns a Goodreads file with the 24 columns of 2022; cells not given are empty.
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

/// Returns a row with id, title, author and shelf, and the given cells.
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
