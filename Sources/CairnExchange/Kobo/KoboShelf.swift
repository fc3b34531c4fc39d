import Cairn

/// A builder that assigns sessions to the books of a Kobo.
struct KoboShelf {
  private(set) var issues: [RowIssue] = []
  private var books: [ImportedBookSessions] = []
  private var sessions: [String: [KoboSession]]
  private var skipped: [KoboBook.Kind: Int] = [:]
  private var unread = 0

  static let source = "kobo"

  init(_ sessions: [KoboSession]) {
    self.sessions = Dictionary(grouping: sessions, by: \.book)
  }

  /// Adds a row of the table with its sessions.
  mutating func add(_ row: JSON, line: Int, now: Instant) {
    var cells = RowCells(line: line, Self.columns.map { ($0, row[$0]?.cell) }, raw: row)
    let own = sessions.removeValue(forKey: cells.text("ContentID") ?? "") ?? []
    let book = KoboBook(&cells, now: now)
    // Books that were not started are skipped, so their issues do not matter.
    guard book == nil || book?.readingState != nil || !own.isEmpty else {
      return countSkipped(book)
    }
    issues += cells.issues
    guard let book else { return }
    guard [.book, .preview].contains(book.kind) else { return countSkipped(book) }
    books.append(book.read(own))
  }

  /// Returns the started books, finished ones first, and books known only from sessions last.
  mutating func finish() -> [ImportedBookSessions] {
    for own in sessions.values.sorted(by: { $0[0].ended < $1[0].ended }) { addRemovedBook(own) }
    sessions = [:]
    addSkippedIssue(unread, "that was not started", "that were not started", "book")
    addSkippedIssue(skipped[.preview], "without reading time", "without reading time", "preview")
    addSkippedIssue(skipped[.audiobook], "", "", "audiobook")
    addSkippedIssue(skipped[.article], "or picture", "or pictures", "article")
    let rank = { (book: ImportedBookSessions) in
      book.readingState.map { $0.isFinished ? 0 : 1 } ?? 2
    }
    return books.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    .map(\.element)
  }

  private mutating func countSkipped(_ book: KoboBook?) {
    guard let book else { return }
    if book.kind == .book { unread += 1 } else { skipped[book.kind, default: 0] += 1 }
  }

  /// Adds a book that was removed from the device, with the title in its sessions.
  private mutating func addRemovedBook(_ own: [KoboSession]) {
    guard let session = own.first(where: { $0.title != nil }), let title = session.title,
      (try? Work.requireTitle(title)) != nil
    else {
      let what = counted(own.count, "session")
      let reason = "of a book that is not on the device and has no title skipped."
      return issues.append(RowIssue(line: 0, "kobo.session", "\(what) \(reason)"))
    }
    let book = KoboBook(id: session.volume ?? "", title: title, author: session.author)
    books.append(book.read(own))
  }

  private mutating func addSkippedIssue(
    _ count: Int?,
    _ one: String,
    _ many: String,
    _ noun: String
  ) {
    guard let count, count > 0 else { return }
    let what = [
      counted(count, noun), count == 1 ? one : many, "skipped.",
    ]
    let message = what.filter { !$0.isEmpty }.joined(separator: " ")
    issues.append(RowIssue(line: 0, "kobo.skipped", message))
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
  fileprivate func read(_ sessions: [KoboSession]) -> ImportedBookSessions {
    var read = ImportedBookSessions(
      source: KoboShelf.source,
      sourceID: id.isEmpty ? nil : id,
      title: title
    )
    (read.authors, read.isbn, read.publisher) = (authors, isbn, publisher)
    (read.series, read.seriesNumber) = (series, seriesNumber)
    read.readingState = readingState
    read.sessions = sessions.map(\.read)
    return read
  }
}
