import Cairn

/// A book of which a file tells when it was read.
struct ReadBook {
  let source: String
  /// What the source calls it, or nil.
  let sourceID: String?
  let title: String
  var authors: [String] = []
  /// The authors as the source writes them, by which editions are told; nil for a line each.
  var authorLine: String?
  var series: String?
  /// The place in the series as text.
  var seriesNumber: String?
  var pages: Int64?
  var isbn: ISBN?
  var publisher: String?
  /// How the source says that the reader stands to it, beside the sessions; nil when it does not say.
  var standing: ReadStanding?
  var sessions: [ReadSession] = []

  init(source: String, sourceID: String?, title: String) {
    (self.source, self.sourceID, self.title) = (source, sourceID, title)
  }

  /// The books and their sessions, each put on its day in `zone`.
  ///
  /// A session that reaches past `now` says nothing of its book; it is refused where it is taken.
  static func items(
    _ books: [ReadBook],
    _ library: LibraryIndex,
    _ zone: ZoneRules,
    dayStartHour: Int64,
    now: Instant
  ) -> [ImportItem] {
    let rows = books.compactMap { book in
      ReadBookRecords(book, library, zone) { zone.day(at: $0, dayStartHour: dayStartHour) }
    }
    let sittings = Dictionary(grouping: rows, by: \.entry)
      .mapValues { ReadBookRecords.sittings(of: $0, until: now) }
    var told: Set<Identifier<Entry>> = []
    return rows.flatMap { row in
      let all = sittings[row.entry] ?? []
      let leads = row.tells(all) && told.insert(row.entry).inserted
      return row.items(all, leads: leads)
    }
  }
}

/// How far a reader has come with a book.
struct ReadStanding: Equatable {
  /// Whether it was read to its end; else it is being read.
  let isFinished: Bool
  /// When it was finished, or read last; nil when that is unknown.
  let at: Instant?
  /// Whether that is surely when it was finished, and not when it was looked at again.
  let isSure: Bool
  /// Where the reader was then; nil when it is finished, or nobody knows.
  var position: Position?
}

/// A sitting with a book.
struct ReadSession {
  /// What tells it from others of its source in every import.
  let key: String
  /// The stretches of reading: closed, ascending, apart from each other, at least one.
  let segments: [Segment]
  var startPosition: Position?
  var endPosition: Position?
  /// How many different pages were looked at, or nil.
  var pages: Int64?
  /// Whether its times are those of a clock on the wall: in another zone it is the same session.
  var isByWallClock = false

  var started: Instant { segments[0].start }
  var ended: Instant { segments.last?.end ?? started }

  func isPast(_ now: Instant) -> Bool {
    (try? Timeline(ended: segments).requirePast(now: now)) != nil
  }
}
