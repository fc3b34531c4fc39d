public import Cairn

/// What the database of a Kobo holds of books and of the time they were read.
///
/// Rows come as objects with the columns of its tables; one that a firmware does not have, or that
/// holds nothing, is missing.
public struct KoboLibrary: Sendable {
  /// The most books that a file may have.
  public static let bookLimit = 100_000
  /// The most sessions: ten years with twenty-seven a day.
  public static let sessionLimit = 100_000

  private var rows: [JSON] = []
  private var sessions: [KoboSession] = []
  private var seen: Set<String> = []
  private var issues: [RowIssue] = []
  private var (events, short) = (0, 0)

  /// Nothing yet.
  public init() {}

  /// Takes a row of `content` that is a book; throws `csv.too_many_rows`.
  public mutating func add(book row: JSON) throws(ImportError) {
    guard rows.count < Self.bookLimit else { throw CSVReader.tooMany("books", Self.bookLimit) }
    rows.append(row)
  }

  /// Takes an event `LeaveContent`, one that is there twice once; throws `csv.too_many_rows`.
  public mutating func add(event: JSON) throws(ImportError) {
    guard events < Self.sessionLimit else {
      throw CSVReader.tooMany("sessions", Self.sessionLimit)
    }
    events += 1
    do throws(RowIssue) {
      guard let session = try KoboSession(event, place: events) else { return short += 1 }
      if seen.insert(session.read.key).inserted { sessions.append(session) }
    } catch {
      issues.append(error)
    }
  }

  /// What importing it would do to a library.
  ///
  /// Books that were begun come with how far they are, and books in which time was read with their
  /// sessions, which lie before the instant at which the book was left. The device keeps instants in
  /// UTC, so `zone` says where they were lived; days begin at `dayStartHour` there. A session that
  /// reaches past `now` says nothing of its book.
  public func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    var shelf = KoboShelf(sessions)
    for (place, row) in rows.enumerated() { shelf.take(row, line: place + 1, now: now) }
    let books = shelf.finish()
    return ImportPlan(
      source: KoboShelf.source,
      title: "Import \(Self.count(books)) from Kobo",
      items: ReadBook.items(books, library, zone, dayStartHour: dayStartHour, now: now),
      issues: (issues + shelf.issues + [remark].compactMap(\.self)).map {
        ImportIssue(line: $0.line == 0 ? nil : $0.line, message: $0.message)
      }
    )
  }

  private var remark: RowIssue? {
    guard short > 0 else { return nil }
    let what = short == 1 ? "1 session" : "\(short) sessions"
    let least = KoboSession.minimum.count / 1_000
    return RowIssue(line: 0, "kobo.event", "\(what) of less than \(least) seconds left out.")
  }

  private static func count(_ books: [ReadBook]) -> String {
    let (sessions, count) = (books.reduce(0) { $0 + $1.sessions.count }, books.count)
    guard sessions > 0 else { return "\(count) \(count == 1 ? "book" : "books")" }
    return "\(sessions) \(sessions == 1 ? "session" : "sessions")"
  }
}
