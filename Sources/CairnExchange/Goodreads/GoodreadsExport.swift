public import Cairn

/// A library that Goodreads exported, of any of its three generations of columns.
public struct GoodreadsExport: Sendable, Equatable {
  /// The books in the order of the file.
  public let books: [GoodreadsBook]
  /// What was wrong with rows and cells; the rest of a row with a wrong cell is in `books`.
  public let issues: [RowIssue]
  /// The names of the columns in the order of the file.
  public let columns: [String]
  /// The encoding the file was in.
  public let encoding: ImportedText.Encoding

  /// Whether a header is one of Goodreads': columns are known by name, never by place.
  public static func recognizes(_ header: CSVHeader) -> Bool {
    required.allSatisfy { header[$0] != nil }
  }

  /// Reads a file.
  ///
  /// Throws what `CSVReader` throws, `goodreads.columns` when a needed column is missing, and
  /// `goodreads.empty` when no row follows the header.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> GoodreadsExport {
    var reader = try CSVReader(file, limits: limits)
    try check(reader.header)
    var books: [GoodreadsBook] = []
    var issues: [RowIssue] = []
    while let row = try reader.next() {
      var cells = GoodreadsCells(row)
      if let book = cells.book() { books.append(book) }
      issues += cells.issues
    }
    issues = (reader.issues + issues).sorted { $0.line < $1.line }
    guard !books.isEmpty || !issues.isEmpty else { throw empty }
    return GoodreadsExport(
      books: books,
      issues: issues,
      columns: reader.header.names,
      encoding: reader.encoding
    )
  }

  /// The columns without which a file is not taken for an export of Goodreads.
  private static let required = ["Book Id", "Title", "Author", "Exclusive Shelf"]

  private static func check(_ header: CSVHeader) throws(ImportError) {
    guard let missing = required.first(where: { header[$0] == nil }) else { return }
    throw ImportError(
      "goodreads.columns",
      "This is no export of Goodreads: the column \"\(missing)\" is missing.",
      hint: "Choose the file that Goodreads offers under My Books, Import and export."
    )
  }

  private static let empty = ImportError(
    "goodreads.empty",
    "The export of Goodreads holds no book.",
    hint: "Export the library again after it has books."
  )
}
