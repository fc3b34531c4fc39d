public import Cairn

/// The books and reading sessions in the database of a Kobo.
///
/// Rows are JSON objects with the columns of its tables; empty columns, and those that the
/// firmware does not have, are missing.
public struct KoboLibrary: Sendable {
  /// The maximum number of books.
  public static let bookLimit = 100_000
  /// The maximum number of sessions: ten years with twenty-seven a day.
  public static let sessionLimit = 100_000

  private var rows: [JSON] = []
  private var sessions: [KoboSession] = []
  private var seen: Set<String> = []
  private var issues: [RowIssue] = []
  private var (events, short) = (0, 0)

  /// Creates an empty library.
  public init() {}

  /// Adds a book, a row of `content`; throws `csv.too_many_rows`.
  public mutating func add(book row: JSON) throws(ImportError) {
    guard rows.count < Self.bookLimit else { throw CSVReader.tooMany("books", Self.bookLimit) }
    rows.append(row)
  }

  /// Adds a `LeaveContent` event and ignores duplicates; throws `csv.too_many_rows`.
  public mutating func add(event: JSON) throws(ImportError) {
    guard events < Self.sessionLimit else {
      throw CSVReader.tooMany("sessions", Self.sessionLimit)
    }
    events += 1
    do throws(RowIssue) {
      guard let session = try KoboSession(event, line: events) else { return short += 1 }
      if seen.insert(session.read.key).inserted { sessions.append(session) }
    } catch {
      issues.append(error)
    }
  }

  /// Returns the plan of importing the books and sessions into a library.
  ///
  /// Started books have their status, and books with reading time their sessions, which end when
  /// the book was closed. The device stores instants in UTC, so `zone` is the person's time zone;
  /// its days start at `dayStartHour`. A session that ends after `now` does not affect its book.
  public func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    var shelf = KoboShelf(sessions)
    for (index, row) in rows.enumerated() { shelf.add(row, line: index + 1, now: now) }
    let books = shelf.finish()
    return ImportPlan(
      source: KoboShelf.source,
      title: "Imported \(Self.count(books)) from Kobo",
      items: ImportedBookSessions.items(books, library, zone, dayStartHour: dayStartHour, now: now),
      issues: (issues + shelf.issues + [shortSessionIssue].compactMap(\.self)).map {
        ImportIssue(line: $0.line == 0 ? nil : $0.line, message: $0.message)
      }
    )
  }

  private var shortSessionIssue: RowIssue? {
    guard short > 0 else { return nil }
    let what = counted(short, "session")
    let minimumSeconds = KoboSession.minimum.count / 1_000
    return RowIssue(
      line: 0,
      "kobo.session",
      "\(what) shorter than \(minimumSeconds) seconds skipped."
    )
  }

  private static func count(_ books: [ImportedBookSessions]) -> String {
    let (sessions, count) = (books.reduce(0) { $0 + $1.sessions.count }, books.count)
    return sessions > 0 ? counted(sessions, "session") : counted(count, "book")
  }
}
