import Cairn

/// The text file format of one app's export.
struct ListFormat: Sendable {
  /// The stable name, for instance `goodreads`.
  let source: String
  /// The display name.
  let name: String
  /// The columns that identify the format.
  let required: [String]
  /// A hint where to find the right file.
  let hint: String
  /// The usual separator; another one is tried if it does not give the required columns.
  var separator: Unicode.Scalar = ","
  /// The content of an empty cell.
  var blank = ""
  /// Whether the app writes Windows-1252 or a subset of it.
  var isWindows1252 = false

  /// Whether a header has the format's required columns, in any order.
  func recognizes(_ header: CSVHeader) -> Bool { required.allSatisfy { header[$0] != nil } }

  /// Whether a file starts with such a header.
  func recognizes(_ file: [UInt8]) -> Bool {
    let beginning = Array(file.prefix(8_192))
    let reader = try? CSVReader(beginning, separator: separator(of: beginning))
    return reader.map { recognizes($0.header) } ?? false
  }

  /// Returns the separator of a file, because spreadsheets may save with another one.
  func separator(of file: [UInt8]) -> Unicode.Scalar {
    let beginning = Array(file.prefix(65_536))
    let all = [separator] + CSVReader.separators.filter { $0 != separator }
    return all.first { separator in
      (try? CSVReader(beginning, separator: separator)).map { recognizes($0.header) } ?? false
    } ?? separator
  }

  /// Parses all rows of a file; the issues are in the order of lines.
  ///
  /// Throws the errors of `CSVReader`, `import.columns` if a required column is missing, and
  /// `import.empty` if the file has no rows.
  func rows<Row>(
    _ file: [UInt8],
    limits: CSVLimits,
    _ read: (inout RowCells) -> Row?
  ) throws(ImportError) -> (rows: [Row], issues: [RowIssue], reader: CSVReader) {
    var reader = try CSVReader(
      file,
      separator: separator(of: file),
      isWindows1252: isWindows1252,
      limits: limits
    )
    try check(reader.header)
    var (rows, issues): ([Row], [RowIssue]) = ([], [])
    while let row = try reader.next() {
      var cells = RowCells(row)
      cells.blank = blank
      if let row = read(&cells) { rows.append(row) }
      issues += cells.issues
    }
    issues = (reader.issues + issues).sorted { $0.line < $1.line }
    guard !rows.isEmpty || !issues.isEmpty else { throw empty }
    return (rows, issues, reader)
  }

  /// Parses a file of books.
  func library(
    _ file: [UInt8],
    limits: CSVLimits,
    _ read: (inout RowCells) -> ImportedBook?
  ) throws(ImportError) -> ImportedLibrary {
    let (books, issues, _) = try rows(file, limits: limits, read)
    return ImportedLibrary(source: source, name: name, books: books, issues: issues)
  }

  private func check(_ header: CSVHeader) throws(ImportError) {
    guard let missing = required.first(where: { header[$0] == nil }) else { return }
    throw ImportError(
      "import.columns",
      "This is not an export of \(name): the column “\(missing)” is missing.",
      hint: hint
    )
  }

  var empty: ImportError {
    ImportError(
      "import.empty",
      "The export of \(name) is empty.",
      hint: "Add an entry there, and export again."
    )
  }
}
