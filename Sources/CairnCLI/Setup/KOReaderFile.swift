import Cairn
import CairnExchange
import CairnSQL
import CairnSQLite

/// The statistics database of KOReader, read without trusting it (ADR 0006).
enum KOReaderFile {
  /// The most page views that are read: years of daily reading have a tenth of it.
  static let pageLimit = 5_000_000

  /// Reads books and page views; throws `input.koreader` when the file is none of KOReader's.
  static func read(_ path: String) async throws -> KOReaderStatistics {
    do {
      let database = try await SQLiteDatabase.open(path: path, role: .untrusted, on: .callers)
      return try await database.read { connection in
        KOReaderStatistics(books: try books(connection), pages: try pages(connection))
      }
    } catch let error as StorageError {
      throw CairnError(
        "input.koreader",
        "The file \(path) is not a statistics database of KOReader: \(error.message).",
        hint: "Copy statistics.sqlite3 from the folder koreader/settings while KOReader is closed."
      )
    }
  }

  private static func books(_ connection: any SQLConnection) throws -> [KOReaderBook] {
    try connection.all(
      "SELECT id, title, authors, pages, series, language, md5 FROM book ORDER BY id"
    ) { row in
      KOReaderBook(
        id: try row.integer(0),
        title: try row.textOrNil(1),
        authors: try row.textOrNil(2),
        pages: try row.integerOrNil(3),
        series: try row.textOrNil(4),
        language: try row.textOrNil(5),
        md5: try row.textOrNil(6)
      )
    }
  }

  private static func pages(_ connection: any SQLConnection) throws -> [KOReaderPage] {
    try connection.all(
      """
      SELECT id_book, page, start_time, duration, total_pages FROM page_stat_data
      ORDER BY id_book, start_time, page LIMIT \(pageLimit)
      """
    ) { row in
      KOReaderPage(
        bookID: try row.integer(0),
        page: try row.integer(1),
        startTime: try row.integer(2),
        duration: try row.integer(3),
        totalPages: try row.integer(4)
      )
    }
  }
}
