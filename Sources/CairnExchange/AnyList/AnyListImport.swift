public import Cairn

/// A list of books that some program or person wrote, with columns of any name.
public struct AnyListImport: Sendable, Equatable {
  /// Which column means what.
  public let mapping: ColumnMapping
  /// The books.
  public let library: ImportedLibrary

  /// Reads a file whose cells stand between commas, semicolons, tabs or bars.
  ///
  /// `columns` says which column holds what, from names of fields to names of columns; the others
  /// are guessed. Throws what `CSVReader` and `ColumnMapping` throw, `import.empty`, and
  /// `import.ambiguous_date` for a date with two readings while `dates` does not say which.
  public static func parse(
    _ file: [UInt8],
    columns: [(field: String, column: String)] = [],
    dates: DateOrder? = nil,
    limits: CSVLimits = .standard
  ) throws(ImportError) -> AnyListImport {
    let format = format(separator: separator(of: file))
    let header = try CSVReader(file, separator: format.separator, limits: limits).header
    let mapping = try ColumnMapping(header, said: columns)
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

  /// The names of the columns of a file, in their order; throws what `CSVReader` throws.
  public static func columns(of file: [UInt8]) throws(ImportError) -> [String] {
    try CSVReader(file, separator: separator(of: file)).header.names
  }

  /// Whether a file begins with the names of columns, one of which is known to hold titles; throws
  /// `import.columns` when none is, and `import.own_table`.
  static func recognizes(_ file: [UInt8]) throws(ImportError) -> Bool {
    let beginning = Array(file.prefix(8_192))
    let reader = try? CSVReader(beginning, separator: separator(of: beginning))
    guard let header = reader?.header, !isMarkup(beginning) else { return false }
    if let own = OwnTable(header) { throw own.refusal }
    guard header.names.count > 1 else { return false }
    _ = try ColumnMapping(header, said: [])
    return true
  }

  /// Whether it is JSON or a page rather than a table.
  private static func isMarkup(_ file: [UInt8]) -> Bool {
    file.first { $0 > 0x20 }.map { "{[<".utf8.contains($0) } ?? true
  }

  /// What cuts the first line into most cells.
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
  /// Reads a file of books of a program by what its columns are called, as a list of any program, with
  /// the column of the number that it gives each book.
  func list(
    _ file: [UInt8],
    limits: CSVLimits,
    number: String
  ) throws(ImportError) -> ImportedLibrary {
    let header = try CSVReader(file, separator: separator(of: file), limits: limits).header
    let mapping = try ColumnMapping(header, said: [])
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
