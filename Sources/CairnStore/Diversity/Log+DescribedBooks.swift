public import Cairn
import CairnSQL

extension Log {
  /// Returns every work on the shelf, including the wishlist, with its facts and authors, by title.
  ///
  /// A work with several entries appears once (spec/reading.md D27). Runs a fixed number of statements.
  public func describedBooks() async throws -> [DescribedBook] {
    try await read { try DescribedShelf($0).books }
  }

  /// Returns a book on the shelf with its facts, or nil.
  public func describedBook(_ id: Identifier<Entry>) async throws -> DescribedBook? {
    try await read { connection in
      let query: SQL = "SELECT work FROM entry WHERE id = \(id)"
      guard let work: RecordID = try connection.value(query) else { return nil }
      return try DescribedShelf(connection, only: Identifier(work)).books.first
    }
  }

  /// Returns the languages the person reads, at least one.
  public func readingLanguages() async throws -> [Language] {
    try await read { try Setting.readingLanguage.languages(in: $0) }
  }
}

extension LogWriter {
  /// Returns every work on the shelf with the changes of this mutation so far; see ``Log/describedBooks()``.
  public func describedBooks() throws -> [DescribedBook] { try DescribedShelf(connection).books }

  /// Returns the languages the person reads, at least one.
  public func readingLanguages() throws -> [Language] {
    try Setting.readingLanguage.languages(in: connection)
  }
}

extension Setting {
  /// Returns the languages in this setting; keeps a value of a newer version verbatim.
  func languages(in connection: any SQLConnection) throws -> [Language] {
    let text = try value(in: connection) ?? standard
    return (try? Language.list(text)) ?? [Language(value: text)]
  }
}

/// Builds the described books of the shelf, table by table.
struct DescribedShelf {
  private(set) var books: [DescribedBook] = []

  /// Reads the whole shelf, or one work.
  init(_ connection: any SQLConnection, only work: Identifier<Work>? = nil) throws {
    let facts = try Self.facts(only: work, in: connection)
    let writers = try Self.writers(facts, only: work, in: connection)
    let readings = try Self.readings(only: work, in: connection)
    for (id, entries) in try Self.entries(only: work, in: connection) {
      let own = entries.flatMap { readings[$0.entry] ?? [] }
      books.append(
        DescribedBook(
          work: Identifier(id),
          entry: Identifier(entries[0].entry),
          title: entries[0].title,
          writers: writers[id] ?? [],
          facts: facts[id] ?? KnownFacts(),
          firstYear: entries[0].firstYear,
          isOnWishlist: entries.allSatisfy { $0.status == ReadingStatus.wishlist.name },
          added: entries.compactMap(\.added).min(),
          starts: own.filter(\.isStart).map(\.started),
          finishes: own.filter(\.isFinish).map(\.finished)
        )
      )
    }
  }

  private struct Shelved {
    let entry: RecordID
    let title: String
    let firstYear: Int64?
    let status: String
    let added: LocalDay?
  }

  private struct Read {
    let started: PartialDay?
    let finished: PartialDay?
    let isFinish: Bool
    /// Whether it was really started, and not only marked as not finished or put back.
    let isStart: Bool
  }

  private static func facts(
    only work: Identifier<Work>?,
    in connection: any SQLConnection
  ) throws -> [RecordID: KnownFacts] {
    guard let work else { return try FactTable.all(in: connection) }
    return try FactTable.all(
      where: """
        WHERE subject = \(work) OR subject IN (SELECT author FROM credit WHERE work = \(work))
        """,
      in: connection
    )
  }

  private static func entries(
    only work: Identifier<Work>?,
    in connection: any SQLConnection
  ) throws -> [(work: RecordID, entries: [Shelved])] {
    let one = work.map { "WHERE work.id = \($0)" as SQL } ?? ""
    var works: [(work: RecordID, entries: [Shelved])] = []
    try connection.each(
      """
      SELECT work.id, entry.id AS entry, work.title, work.first_year, entry.status, entry.added
      FROM entry JOIN work ON work.id = entry.work
      \(fragment: one)
      ORDER BY work.folded, work.id, entry.id
      """
    ) { row in
      let id: RecordID = try row["id"]
      let shelved = Shelved(
        entry: try row["entry"],
        title: try row["title"],
        firstYear: try row["first_year"],
        status: try row["status"],
        added: try row.decode("added", LocalDay.init(text:))
      )
      if works.last?.work == id {
        works[works.count - 1].entries.append(shelved)
      } else {
        works.append((id, [shelved]))
      }
    }
    return works
  }

  private static func writers(
    _ facts: [RecordID: KnownFacts],
    only work: Identifier<Work>?,
    in connection: any SQLConnection
  ) throws -> [RecordID: [DescribedBook.Writer]] {
    let one = work.map { "AND credit.work = \($0)" as SQL } ?? ""
    var writers: [RecordID: [DescribedBook.Writer]] = [:]
    // Created once per author, because folding the name to detect collectives is slow.
    var known: [RecordID: DescribedBook.Writer] = [:]
    try connection.each(
      """
      SELECT credit.work, author.id, author.name
      FROM credit JOIN author ON author.id = credit.author
      WHERE credit.is_contributor = 0 \(fragment: one)
      ORDER BY credit.work, credit.position
      """
    ) { row in
      let id: RecordID = try row["id"]
      let writer =
        try known[id]
        ?? DescribedBook.Writer(
          id: Identifier(id),
          name: try row["name"],
          facts: facts[id] ?? KnownFacts()
        )
      known[id] = writer
      writers[try row["work"], default: []].append(writer)
    }
    return writers
  }

  private static func readings(
    only work: Identifier<Work>?,
    in connection: any SQLConnection
  ) throws -> [RecordID: [Read]] {
    var readings: [RecordID: [Read]] = [:]
    let one = work.map { "WHERE entry IN (SELECT id FROM entry WHERE work = \($0))" as SQL } ?? ""
    try connection.each(
      """
      SELECT entry, started, finished, outcome
      FROM read_through
      \(fragment: one)
      ORDER BY entry, id
      """
    ) { row in
      let outcome: String? = try row["outcome"]
      let started = try row.decode("started", PartialDay.init(text:))
      let isFinish = outcome == ReadThrough.Outcome.finished.name
      let read = Read(
        started: started,
        finished: try row.decode("finished", PartialDay.init(text:)),
        isFinish: isFinish,
        isStart: started != nil || isFinish || outcome == nil
      )
      readings[try row["entry"], default: []].append(read)
    }
    return readings
  }
}
