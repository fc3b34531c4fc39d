public import Cairn

/// One row of a CSV file, with one field per column of the header.
public struct CSVRow: Sendable, Equatable {
  /// The line of the file on which the row starts, from 1.
  public let line: Int
  /// The fields in the order of the header.
  public let fields: [String]
  /// The column names.
  public let header: CSVHeader

  /// Returns the field of a column, by case-insensitive name; nil if there is no such column.
  public subscript(name: String) -> String? {
    header[name].map { fields[$0] }
  }
}

/// A streaming CSV reader for the encodings that `ImportedText` supports.
///
/// RFC 4180 with LF, CRLF or CR; fields may contain line breaks. Blank lines are skipped. A first
/// line `sep=;` sets the separator, as in Excel. Cells escaped against formulas are unescaped. With
/// tabs as separator, quotes that do not enclose a field are literal. Missing cells at the end of a
/// row are empty and an issue. An invalid row becomes an issue and is skipped. Runs in linear time.
public struct CSVReader: Sendable {
  /// The supported separators.
  static let separators: [Unicode.Scalar] = [",", ";", "\t", "|"]

  /// The column names.
  public let header: CSVHeader
  /// The encoding of the file.
  public let encoding: ImportedText.Encoding
  /// The issues of the rows read so far.
  public private(set) var issues: [RowIssue] = []

  private var scanner: CSVScanner
  private let limits: CSVLimits
  private var rows = 0

  /// Opens a file and reads its header; `isWindows1252` makes that encoding no issue.
  ///
  /// Throws `import.too_large`, `import.encoding`, `import.not_text`, `csv.header` or
  /// `csv.repeated_column`.
  public init(
    _ file: [UInt8],
    separator: Unicode.Scalar = ",",
    isWindows1252: Bool = false,
    limits: CSVLimits = .standard
  ) throws(ImportError) {
    guard file.count <= limits.fileBytes else { throw Self.tooLarge(file.count, limits) }
    let text = try ImportedText(file)
    scanner = CSVScanner(text.bytes, separator: UInt8(ascii: separator), limits: limits)
    header = try Self.header(&scanner)
    (encoding, issues) = (text.encoding, isWindows1252 ? text.issues : text.allIssues)
    self.limits = limits
  }

  /// Returns the next valid row, or nil at the end.
  ///
  /// Throws `csv.too_many_rows` at the first row beyond the limit, and `import.interrupted`.
  public mutating func next() throws(ImportError) -> CSVRow? {
    while let record = scanner.record() {
      try count()
      switch record {
      case .failure(let issue): issues.append(issue)
      case .success((let line, let fields)):
        if let fields = paddedFields(fields, line) {
          return CSVRow(line: line, fields: fields, header: header)
        }
        issues.append(columnCountIssue(line, fields.count))
      }
    }
    return nil
  }

  /// Pads or trims a row to the header if only empty cells are missing or superfluous; returns nil
  /// for a row that may be part of another.
  private mutating func paddedFields(_ fields: [String], _ line: Int) -> [String]? {
    let count = header.names.count
    guard fields.count != count else { return fields }
    guard fields.count < count else {
      return fields[count...].allSatisfy(\.isEmpty) ? Array(fields[..<count]) : nil
    }
    guard fields.count > 1, fields.count * 2 >= count else { return nil }
    let message =
      "The row has \(fields.count) of \(count) columns; the missing ones are read as empty."
    issues.append(RowIssue(line: line, "csv.short_row", message))
    return fields + Array(repeating: "", count: count - fields.count)
  }

  private mutating func count() throws(ImportError) {
    try ImportCancellation.check()
    rows += 1
    guard rows <= limits.rows else { throw Self.tooMany("rows", limits.rows) }
  }

  /// Returns `csv.too_many_rows`.
  package static func tooMany(_ what: String, _ limit: Int) -> ImportError {
    ImportError(
      "csv.too_many_rows",
      "The file has more than \(limit) \(what).",
      hint: "Split the file and import the parts separately."
    )
  }

  private func columnCountIssue(_ line: Int, _ found: Int) -> RowIssue {
    let message = "The row has \(found) columns, but the first line has \(header.names.count)."
    return RowIssue(line: line, "csv.columns", message)
  }

  private static func header(_ scanner: inout CSVScanner) throws(ImportError) -> CSVHeader {
    switch scanner.record() {
    case nil: return try CSVHeader([])
    case .success(let record): return try CSVHeader(record.fields)
    case .failure(let issue):
      throw ImportError("csv.header", "Line \(issue.line): \(issue.message)", hint: headerHint)
    }
  }

  static func tooLarge(_ size: Int, _ limits: CSVLimits) -> ImportError {
    ImportError(
      "import.too_large",
      "The file has \(size) bytes; the limit is \(limits.fileBytes).",
      hint: "Split the file and import the parts separately."
    )
  }
}
