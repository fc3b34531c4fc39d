public import Cairn

/// The titles and authors of books by ASIN.
public struct KindleTitles: Sendable, Equatable {
  private var books: [String: (title: String, authors: [String])] = [:]

  /// Creates an empty list.
  public init() {}

  /// Parses a CSV file with a column `ASIN` and a title column, such as that of the reading
  /// insights; throws the errors of `CSVReader`, and `import.columns`.
  public init(_ file: [UInt8], limits: CSVLimits = .standard) throws(ImportError) {
    var reader = try CSVReader(file, limits: limits)
    let columns = KindleColumns(reader.header)
    guard let asin = columns.asin, let title = columns.title else { throw Self.noColumns }
    while let row = try reader.next() {
      let cells = RowCells(row)
      guard let number = cells.text(asin), let title = cells.text(title) else { continue }
      books[number] = (collapsed(title), columns.author.map { cells.names($0) } ?? [])
    }
  }

  /// Creates a list; the last entry of an ASIN wins.
  package init(_ books: [(asin: String, title: String, authors: [String])]) {
    for book in books { self.books[book.asin] = (book.title, book.authors) }
  }

  /// All entries, sorted by ASIN.
  package var all: [(asin: String, title: String, authors: [String])] {
    books.sorted { $0.key < $1.key }.map { ($0.key, $0.value.title, $0.value.authors) }
  }

  subscript(asin: String) -> (title: String, authors: [String])? { books[asin] }

  /// Compares the entries.
  public static func == (left: KindleTitles, right: KindleTitles) -> Bool {
    left.books.count == right.books.count
      && left.books.allSatisfy { asin, book in right.books[asin].map { $0 == book } ?? false }
  }

  private static let noColumns = ImportError(
    "import.columns",
    "The titles file needs a column ASIN and a title column.",
    hint: "Create a CSV file with the first line `ASIN,Title,Author`."
  )
}
