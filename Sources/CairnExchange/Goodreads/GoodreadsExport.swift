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
  public static func recognizes(_ header: CSVHeader) -> Bool { format.recognizes(header) }

  /// Reads a file.
  ///
  /// Throws what `CSVReader` throws, `import.columns` when a needed column is missing, and
  /// `import.empty` when no row follows the header.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
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
    hint: "Choose the file that Goodreads offers under My Books, Import and export."
  )
}
