import Cairn

/// A book with its reading sessions, from a file.
struct ImportedBookSessions {
  let source: String
  /// The id in the source, or nil.
  let sourceID: String?
  let title: String
  var authors: [String] = []
  /// The authors as the source writes them, which edition keys use; nil for one line per author.
  var authorLine: String?
  var series: String?
  /// The position in the series as text.
  var seriesNumber: String?
  var pages: Int64?
  var isbn: ISBN?
  var publisher: String?
  /// The status in the source besides the sessions; nil if it has none.
  var readingState: ImportedReadingState?
  var sessions: [ImportedReadingSession] = []

  init(source: String, sourceID: String?, title: String) {
    (self.source, self.sourceID, self.title) = (source, sourceID, title)
  }

  /// Returns the import items of books and sessions, with each session on its day in `zone`.
  ///
  /// A session that ends after `now` does not affect its book; the import rejects it later.
  static func items(
    _ books: [ImportedBookSessions],
    _ library: LibraryIndex,
    _ zone: ZoneRules,
    dayStartHour: Int64,
    now: Instant
  ) -> [ImportItem] {
    let rows = books.compactMap { book in
      ImportedBookSessionRecords(book, library, zone) {
        zone.day(at: $0, dayStartHour: dayStartHour)
      }
    }
    let timedSessions = Dictionary(grouping: rows, by: \.entry)
      .mapValues { ImportedBookSessionRecords.timedSessions(of: $0, until: now) }
    var leadingEntries: Set<Identifier<Entry>> = []
    return rows.flatMap { row in
      let all = timedSessions[row.entry] ?? []
      let leads = row.hasReadings(all) && leadingEntries.insert(row.entry).inserted
      return row.items(all, leads: leads)
    }
  }
}

/// The status and position of a book in the source.
struct ImportedReadingState: Equatable {
  /// Whether it is finished; otherwise it is in progress.
  let isFinished: Bool
  /// The time at which it was finished or last read; nil if unknown.
  let at: Instant?
  /// Whether `at` is certainly the time of finishing, rather than of opening the book again.
  let isFinishCertain: Bool
  /// The position at that time; nil if finished or unknown.
  var position: Position?
}

/// A reading session from a file.
struct ImportedReadingSession {
  /// The stable key across imports from its source.
  let key: String
  /// The closed segments, ascending and disjoint, at least one.
  let segments: [Segment]
  var startPosition: Position?
  var endPosition: Position?
  /// The number of distinct pages viewed, or nil.
  var pages: Int64?
  var tags = SessionTags()
  /// Whether its times are wall-clock times, so that another zone gives the same session.
  var isByWallClock = false

  var started: Instant { segments[0].start }
  var ended: Instant { segments.last?.end ?? started }

  func isPast(_ now: Instant) -> Bool {
    (try? Timeline(ended: segments).requirePast(now: now)) != nil
  }
}
