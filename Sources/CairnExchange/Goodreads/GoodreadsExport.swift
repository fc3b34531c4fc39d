/// A Goodreads library export, in any of its three generations of columns.
public struct GoodreadsExport: Sendable, Equatable {
  /// The books in the order of the file.
  public let books: [GoodreadsBook]
  /// Invalid rows and cells; a row with an invalid cell is still in `books`.
  public let issues: [RowIssue]
  /// The column names in the order of the file.
  public let columns: [String]
  /// The encoding of the file.
  public let encoding: ImportedText.Encoding

  /// Parses a file.
  ///
  /// Throws the errors of `CSVReader`, `import.columns` if a required column is missing, and
  /// `import.empty` if the file has no rows.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .books
  ) throws(ImportError) -> GoodreadsExport {
    let read = try format.rows(file, limits: limits) { $0.goodreadsBook() }
    return GoodreadsExport(
      books: read.rows,
      issues: read.issues,
      columns: read.reader.header.names,
      encoding: read.reader.encoding
    )
  }

  static let format = ListFormat(
    source: "goodreads",
    name: "Goodreads",
    required: ["Book Id", "Title", "Author", "Exclusive Shelf"],
    hint: "Choose the file from Goodreads, My Books, Import and export."
  )
}
