public import Cairn

/// One row of a CSV file, with as many fields as the header has names.
public struct CSVRow: Sendable, Equatable {
  /// The physical line on which the row begins, from 1.
  public let line: Int
  /// The fields in the order of the header.
  public let fields: [String]
  /// The names of the fields.
  public let header: CSVHeader

  /// The field of a column, found by name without regard to case; nil when there is no such column.
  public subscript(name: String) -> String? {
    header[name].map { fields[$0] }
  }
}

/// Reads a CSV file row by row, from bytes in any of the encodings `ImportedText` knows.
///
/// RFC 4180 with LF, CRLF or CR; fields may hold line breaks. Blank lines are passed over. A first line
/// `sep=;` names the separator, as Excel writes it. Cells that were protected from spreadsheets come
/// without their protection. Between tabs a quote that does not enclose its field is a character like
/// any other. Cells that a row leaves away at its end are empty, which is an issue. A row that breaks a
/// rule becomes an issue, the others are read. Time is linear in the size of the file.
public struct CSVReader: Sendable {
  /// What can stand between cells.
  static let separators: [Unicode.Scalar] = [",", ";", "\t", "|"]

  /// The names of the columns.
  public let header: CSVHeader
  /// The encoding the file was in.
  public let encoding: ImportedText.Encoding
  /// What was wrong with the rows met so far.
  public private(set) var issues: [RowIssue] = []

  private var scanner: CSVScanner
  private let limits: CSVLimits
  private var rows = 0

  /// Opens a file and reads its header; of `isWindows1252` that encoding is no issue.
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

  /// The next row that follows the rules, or nil at the end.
  ///
  /// Throws `csv.too_many_rows` at the first row beyond the limit.
  public mutating func next() throws(ImportError) -> CSVRow? {
    while let record = scanner.record() {
      try count()
      switch record {
      case .failure(let issue): issues.append(issue)
      case .success((let line, let fields)):
        if let fields = fitted(fields, line) {
          return CSVRow(line: line, fields: fields, header: header)
        }
        issues.append(miscount(line, fields.count))
      }
    }
    return nil
  }

  /// As many fields as there are names, where nothing but empty cells is missing or too many; nil for a
  /// row that may be part of another.
  private mutating func fitted(_ fields: [String], _ line: Int) -> [String]? {
    let count = header.names.count
    guard fields.count != count else { return fields }
    guard fields.count < count else {
      return fields[count...].allSatisfy(\.isEmpty) ? Array(fields[..<count]) : nil
    }
    guard fields.count > 1, fields.count * 2 >= count else { return nil }
    let message =
      "The row has \(fields.count) of \(count) columns; what is missing at its end is empty."
    issues.append(RowIssue(line: line, "csv.short_row", message))
    return fields + Array(repeating: "", count: count - fields.count)
  }

  private mutating func count() throws(ImportError) {
    rows += 1
    guard rows <= limits.rows else { throw Self.tooMany("rows", limits.rows) }
  }

  static func tooMany(_ what: String, _ limit: Int) -> ImportError {
    ImportError(
      "csv.too_many_rows",
      "The file has more than \(limit) \(what).",
      hint: "Split the file and import the parts one after the other."
    )
  }

  private func miscount(_ line: Int, _ found: Int) -> RowIssue {
    let message = "The row has \(found) columns, the first line has \(header.names.count)."
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
      "The file has \(size) bytes, more than the limit of \(limits.fileBytes).",
      hint: "Split the file and import the parts one after the other."
    )
  }
}
