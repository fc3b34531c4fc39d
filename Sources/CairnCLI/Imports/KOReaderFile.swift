import Cairn
import CairnExchange
import CairnSQL

/// Limits for the statistics database of KOReader.
enum KOReaderFile {
  /// The maximum page views; years of daily reading have a tenth of it.
  static let pageLimit = 1_000_000
  /// The maximum number of books.
  static let bookLimit = 100_000
}

extension ForeignDatabase {
  /// The import of `statistics.sqlite3`.
  ///
  /// A row with a value of the wrong type is skipped; for a book, only that value. Both are reported.
  static let koreader = ForeignDatabase(
    format: .koreader,
    detectionQuery: "SELECT 1 FROM pragma_table_info('page_stat_data')",
    refusal: { name, reason in
      CairnError(
        "input.koreader",
        "\(name) is not a KOReader statistics database: \(reason).",
        hint: "Copy statistics.sqlite3 from the folder koreader/settings while KOReader is closed."
      )
    },
    rows: { connection, _ in
      var rows = KOReaderRows()
      try rows.addBooks(from: connection)
      try rows.addPages(from: connection)
      try rows.requireWithinLimits()
      return KOReaderStatistics(books: rows.books, pages: rows.pages, issues: rows.issues)
    }
  )
}

/// The rows of a statistics database, with an issue for each unreadable one.
private struct KOReaderRows {
  private(set) var books: [KOReaderBook] = []
  private(set) var pages: [KOReaderPage] = []
  private(set) var issues: [RowIssue] = []

  mutating func addBooks(from connection: any SQLConnection) throws {
    var line = 0
    try connection.each(
      """
      SELECT id, title, authors, pages, series, language, md5 FROM book ORDER BY id
      LIMIT \(KOReaderFile.bookLimit + 1)
      """
    ) { row in
      line += 1
      guard let id = value(line, "The book", { try row.integer(0) }) else { return }
      let text = { (rows: inout Self, column: Int) in
        rows.value(line, "This value of the book") { try String?.decode(row, at: column) } ?? nil
      }
      books.append(
        KOReaderBook(
          id: id,
          title: text(&self, 1),
          authors: text(&self, 2),
          pages: value(line, "This value of the book") { try Int64?.decode(row, at: 3) } ?? nil,
          series: text(&self, 4),
          language: text(&self, 5),
          md5: text(&self, 6)
        )
      )
    }
  }

  mutating func addPages(from connection: any SQLConnection) throws {
    var line = 0
    try connection.each(
      """
      SELECT id_book, page, start_time, duration, total_pages FROM page_stat_data
      ORDER BY id_book, start_time, page LIMIT \(KOReaderFile.pageLimit + 1)
      """
    ) { row in
      line += 1
      let page = value(line, "The page view") {
        KOReaderPage(
          bookID: try row.integer(0),
          page: try row.integer(1),
          startTime: try row.integer(2),
          duration: try row.integer(3),
          totalPages: try row.integer(4)
        )
      }
      if let page { pages.append(page) }
    }
  }

  /// Throws `csv.too_many_rows` above the limits.
  func requireWithinLimits() throws(CairnError) {
    let limits = [
      (books.count, KOReaderFile.bookLimit, "books"),
      (pages.count, KOReaderFile.pageLimit, "page views"),
    ]
    for (count, limit, what) in limits where count > limit {
      throw CSVReader.tooMany(what, limit).with(hint: "Check that it is the right file.")
    }
  }

  /// Returns a value; nil, with an issue about the omission, if it has another type.
  private mutating func value<Value>(
    _ line: Int,
    _ what: String,
    _ read: () throws -> Value
  ) -> Value? {
    do {
      return try read()
    } catch {
      let reason = (error as? StorageError)?.message ?? "A value cannot be read."
      issues.append(RowIssue(line: line, "koreader.type", "\(reason) \(what) was skipped."))
      return nil
    }
  }
}
