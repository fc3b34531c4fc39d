import Cairn

/// What makes a text file of rows the export of one program.
struct ListFormat: Sendable {
  /// The stable name, for instance `goodreads`.
  let source: String
  /// The name as a person knows it.
  let name: String
  /// The columns without which a file is not taken for one of these.
  let required: [String]
  /// Where to get the right file.
  let hint: String
  /// What stands between the cells, unless the header is one only between others.
  var separator: Unicode.Scalar = ","
  /// What stands in an empty cell.
  var blank = ""
  /// Whether the program writes Windows-1252, or a part of it.
  var isWindows1252 = false

  /// Whether a header is one of this format: columns are known by name, never by place.
  func recognizes(_ header: CSVHeader) -> Bool { required.allSatisfy { header[$0] != nil } }

  /// Whether a file begins like one of this format; of it only the header is read.
  func recognizes(_ file: [UInt8]) -> Bool {
    let beginning = Array(file.prefix(8_192))
    let reader = try? CSVReader(beginning, separator: separator(of: beginning))
    return reader.map { recognizes($0.header) } ?? false
  }

  /// What stands between the cells of a file: spreadsheets write another separator than they read.
  func separator(of file: [UInt8]) -> Unicode.Scalar {
    let beginning = Array(file.prefix(65_536))
    let all = [separator] + CSVReader.separators.filter { $0 != separator }
    return all.first { separator in
      (try? CSVReader(beginning, separator: separator)).map { recognizes($0.header) } ?? false
    } ?? separator
  }

  /// Reads every row of a file, what was wrong with rows and cells in the order of lines.
  ///
  /// Throws what `CSVReader` throws, `import.columns` when a needed column is missing, and
  /// `import.empty` when no row follows the header.
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

  /// Reads a file of books.
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
      "This is no export of \(name): the column \"\(missing)\" is missing.",
      hint: hint
    )
  }

  var empty: ImportError {
    ImportError(
      "import.empty",
      "The export of \(name) holds nothing.",
      hint: "Export again after there is something in it."
    )
  }
}
