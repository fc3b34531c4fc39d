import Cairn

/// The books of a Kobo while each gets its sessions.
struct KoboShelf {
  private(set) var issues: [RowIssue] = []
  private var books: [ReadBook] = []
  private var sessions: [String: [KoboSession]]
  private var left: [KoboBook.Kind: Int] = [:]
  private var unread = 0

  static let source = "kobo"

  init(_ sessions: [KoboSession]) {
    self.sessions = Dictionary(grouping: sessions, by: \.book)
  }

  /// Takes a row of the table, and its sessions away.
  mutating func take(_ row: JSON, line: Int, now: Instant) {
    var cells = RowCells(line: line, Self.columns.map { ($0, row[$0]?.cell) }, raw: row)
    let own = sessions.removeValue(forKey: cells.text("ContentID") ?? "") ?? []
    let book = KoboBook(&cells, now: now)
    // What was not begun has nothing to tell, so it is not told what is wrong with it either.
    guard book == nil || book?.standing != nil || !own.isEmpty else { return leave(book) }
    issues += cells.issues
    guard let book else { return }
    guard [.book, .preview].contains(book.kind) else { return leave(book) }
    books.append(book.read(own))
  }

  /// The books that were begun, finished ones first; those known from their sessions alone come last.
  mutating func finish() -> [ReadBook] {
    for own in sessions.values.sorted(by: { $0[0].ended < $1[0].ended }) { takeGone(own) }
    sessions = [:]
    remark(unread, "that was not begun", "that were not begun", "book")
    remark(left[.preview], "in which nothing was read", "in which nothing was read", "preview")
    remark(left[.audiobook], "", "", "audiobook")
    remark(left[.article], "or picture", "or pictures", "article")
    let rank = { (book: ReadBook) in book.standing.map { $0.isFinished ? 0 : 1 } ?? 2 }
    return books.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    .map(\.element)
  }

  private mutating func leave(_ book: KoboBook?) {
    guard let book else { return }
    if book.kind == .book { unread += 1 } else { left[book.kind, default: 0] += 1 }
  }

  /// A book that is not on the device any more is what its sessions call it.
  private mutating func takeGone(_ own: [KoboSession]) {
    guard let session = own.first(where: { $0.title != nil }), let title = session.title,
      (try? Work.requireTitle(title)) != nil
    else {
      let what = own.count == 1 ? "1 session" : "\(own.count) sessions"
      let why = "of a book that is not on the device and has no title left out."
      return issues.append(RowIssue(line: 0, "kobo.event", "\(what) \(why)"))
    }
    let book = KoboBook(id: session.volume ?? "", title: title, author: session.author)
    books.append(book.read(own))
  }

  private mutating func remark(_ count: Int?, _ one: String, _ many: String, _ noun: String) {
    guard let count, count > 0 else { return }
    let what = [
      count == 1 ? "1 \(noun)" : "\(count) \(noun)s", count == 1 ? one : many, "left out.",
    ]
    let message = what.filter { !$0.isEmpty }.joined(separator: " ")
    issues.append(RowIssue(line: 0, "kobo.left", message))
  }

  private static let columns = KoboLibrary.bookColumns.map(\.description)
}

extension KoboLibrary {
  /// The columns of `content` that are read.
  public static let bookColumns: [StaticString] = [
    "ContentID", "Title", "Attribution", "ISBN", "Publisher", "Series", "SeriesNumber", "MimeType",
    "accessibility", "ReadStatus", "___PercentRead", "DateLastRead", "LastTimeFinishedReading",
  ]

  /// The columns of `AnalyticsEvents` that are read.
  public static let eventColumns: [StaticString] = ["Timestamp", "Attributes", "Metrics"]
}

extension KoboBook {
  fileprivate func read(_ sessions: [KoboSession]) -> ReadBook {
    var read = ReadBook(
      source: KoboShelf.source,
      sourceID: id.isEmpty ? nil : id,
      title: title
    )
    (read.authors, read.isbn, read.publisher) = (authors, isbn, publisher)
    (read.series, read.seriesNumber) = (series, seriesNumber)
    read.standing = standing
    read.sessions = sessions.map(\.read)
    return read
  }
}
