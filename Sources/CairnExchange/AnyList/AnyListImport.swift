/// A CSV list of books with columns of any name.
public struct AnyListImport: Sendable, Equatable {
  /// The fields that the columns hold.
  public let mapping: ColumnMapping
  /// The books.
  public let library: ImportedLibrary

  /// Parses a file whose cells are separated by commas, semicolons, tabs or vertical bars.
  ///
  /// `columns` maps field names to column names; other fields are guessed. Throws the errors of
  /// `CSVReader` and `ColumnMapping`, `import.empty`, and `import.ambiguous_date` if a date has two
  /// interpretations and `dates` is nil.
  public static func parse(
    _ file: [UInt8],
    columns: [(field: String, column: String)] = [],
    dates: DateOrder? = nil,
    limits: CSVLimits = .books
  ) throws(ImportError) -> AnyListImport {
    let format = format(separator: separator(of: file))
    let header = try CSVReader(file, separator: format.separator, limits: limits).header
    let mapping = try ColumnMapping(header, specified: columns)
    let scale = try RatingScale(of: file, mapping, separator: format.separator, limits: limits)
    var ambiguous: ImportError?
    var library = try format.library(file, limits: limits) { cells in
      var row = AnyListRow(cells, mapping, dates, scale)
      defer { (cells, ambiguous) = (row.cells, ambiguous ?? row.ambiguous) }
      return row.book()
    }
    if let ambiguous { throw ambiguous }
    if let issue = scale.issue(mapping[.rating] ?? "") { library.issues.insert(issue, at: 0) }
    return AnyListImport(mapping: mapping, library: library)
  }

  /// Returns the column names of a file in order; throws the errors of `CSVReader`.
  public static func columns(of file: [UInt8]) throws(ImportError) -> [String] {
    try CSVReader(file, separator: separator(of: file)).header.names
  }

  /// Whether a file starts with a header that has a known title column; throws `import.columns` if
  /// none is known, and `import.own_table` for a table that Cairn exported.
  static func recognizes(_ file: [UInt8]) throws(ImportError) -> Bool {
    let beginning = Array(file.prefix(8_192))
    let reader = try? CSVReader(beginning, separator: separator(of: beginning))
    guard let header = reader?.header, !isMarkup(beginning) else { return false }
    if let own = ExportTableHeader(header) { throw own.refusal }
    guard header.names.count > 1 else { return false }
    _ = try ColumnMapping(header, specified: [])
    return true
  }

  /// Whether the file is JSON or markup rather than a table.
  private static func isMarkup(_ file: [UInt8]) -> Bool {
    file.first { $0 > 0x20 }.map { "{[<".utf8.contains($0) } ?? true
  }

  /// Returns the separator that splits the first line into the most cells.
  static func separator(of file: [UInt8]) -> Unicode.Scalar {
    let all = CSVReader.separators
    let beginning = Array(file.prefix(65_536))
    let counts = all.map { separator in
      (try? CSVReader(beginning, separator: separator))?.header.names.count ?? 0
    }
    return zip(all, counts).max { $0.1 < $1.1 || ($0.1 == $1.1 && $0.0 != ",") }?.0 ?? ","
  }

  private static func format(separator: Unicode.Scalar) -> ListFormat {
    ListFormat(
      source: "csv",
      name: "a CSV file",
      required: [],
      hint: "",
      separator: separator
    )
  }
}

extension ListFormat {
  /// Parses a file of books by its column names, as a list of any app; the column `number` has the
  /// app's id of each book.
  func list(
    _ file: [UInt8],
    limits: CSVLimits,
    number: String
  ) throws(ImportError) -> ImportedLibrary {
    let header = try CSVReader(file, separator: separator(of: file), limits: limits).header
    let mapping = try ColumnMapping(header, specified: [])
    var ambiguous: ImportError?
    let library = try library(file, limits: limits) { cells -> ImportedBook? in
      var row = AnyListRow(cells, mapping, nil, .five)
      var book = row.book()
      (cells, ambiguous) = (row.cells, ambiguous ?? row.ambiguous)
      guard let number = cells.text(number) else { return book }
      book?.key = number
      book?.sourceID = number
      return book
    }
    if let ambiguous { throw ambiguous }
    return library
  }
}
