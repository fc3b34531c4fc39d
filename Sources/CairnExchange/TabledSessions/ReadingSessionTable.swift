public import Cairn

/// A table of reading sessions, written by hand or exported by a time tracker such as Toggl, Clockify
/// or Timewarrior, with a book, a date, a start, an end or length, and optional pages.
public struct ReadingSessionTable: Sendable, Equatable {
  let sessions: [ReadingSessionRow]
  /// Invalid rows and ignored columns.
  public let issues: [RowIssue]

  /// Parses a file.
  ///
  /// `columns` maps field names to column names; `only` keeps rows with these words in a column's
  /// comma-separated values. Throws the errors of `CSVReader`, `usage.map`, `json.invalid`,
  /// `import.columns`, `import.empty`, and `import.ambiguous_date` if a date has two interpretations
  /// and `dates` is nil.
  public static func parse(
    _ file: [UInt8],
    columns: [(field: String, column: String)] = [],
    only: [(column: String, word: String)] = [],
    dates: DateOrder? = nil,
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ReadingSessionTable {
    let (rows, issues, header) = try rows(of: file, limits)
    let names = try SessionColumns(header, specified: columns)
    guard names.describeSessions else { throw noSessions(header) }
    for (column, _) in only where header[column] == nil {
      throw ColumnMapping.noColumn(column, header)
    }
    var table = SessionRows(header, names, only: only, dates: dates)
    for row in rows { table.add(row) }
    return try table.read(issues)
  }

  /// The fields that a column can hold, by the names in options.
  public static var fields: [String] { SessionColumns.fields }

  /// Returns the guessed mapping: column names by field name.
  public static func guesses(among names: [String]) -> [String: String] {
    SessionColumns.guesses(among: names)
  }

  /// Returns the column names of a file in order; throws what ``parse(_:columns:only:dates:limits:)``
  /// throws for a file that is no table.
  public static func columns(of file: [UInt8]) throws(ImportError) -> [String] {
    if TrackedIntervals.recognizes(file) { return TrackedIntervals.columns }
    return try AnyListImport.columns(of: file)
  }

  /// Whether a file starts like one, and is neither a list of books nor a table that Cairn exported.
  static func recognizes(_ file: [UInt8]) -> Bool {
    if TrackedIntervals.recognizes(file) { return true }
    let beginning = Array(file.prefix(8_192))
    let separator = AnyListImport.separator(of: beginning)
    guard let header = (try? CSVReader(beginning, separator: separator))?.header,
      ExportTableHeader(header) == nil, !header.isBookList
    else { return false }
    return (try? SessionColumns(header))?.describeSessions ?? false
  }

  static let source = "sessions"

  private static func rows(
    of file: [UInt8],
    _ limits: CSVLimits
  ) throws(ImportError) -> (rows: [RowCells], issues: [RowIssue], header: CSVHeader) {
    if TrackedIntervals.recognizes(file) { return try TrackedIntervals.rows(of: file, limits) }
    let format = ListFormat(
      source: source,
      name: "a table of sessions",
      required: [],
      hint: "",
      separator: AnyListImport.separator(of: file)
    )
    let (rows, issues, reader) = try format.rows(file, limits: limits) { $0 }
    return (rows, issues, reader.header)
  }

  private static func noSessions(_ header: CSVHeader) -> ImportError {
    let names = header.names.prefix(40).map { String($0.prefix(40)) }.joined(separator: ", ")
    return ImportError(
      "import.columns",
      "The file has no columns for a book, a day and a time: it has \(names).",
      hint:
        "Add --map title=COLUMN for the title column, and to import only the "
        + "rows of books --only COLUMN=WORD."
    )
  }
}

/// The rows of a table that are about a book.
private struct SessionRows {
  private var sessions: [ReadingSessionRow] = []
  private var issues: [RowIssue] = []
  private var others: UnusedColumns
  private var dates: SessionDates
  private var skipped = 0
  private let columns: SessionColumns
  private let only: [(column: String, word: String)]

  init(
    _ header: CSVHeader,
    _ columns: SessionColumns,
    only: [(column: String, word: String)],
    dates: DateOrder?
  ) {
    (self.columns, self.only, self.dates) = (columns, only, SessionDates(order: dates))
    others = UnusedColumns(header, usedColumns: columns.all + only.map(\.column))
  }

  mutating func add(_ row: RowCells) {
    guard only.allSatisfy({ row.parts($0.column).map(folded).contains(folded($0.word)) }) else {
      skipped += 1
      return
    }
    var row = row
    others.inspect(row)
    let words = only.filter { folded($0.column) == folded(columns["tags"] ?? "") }.map(\.word)
    if let session = row.tabledSession(columns, title: title(row), without: words, &dates) {
      sessions.append(session)
    }
    issues += row.issues
  }

  /// Returns the title; of a column of tags, those that are not in `only`.
  private func title(_ row: RowCells) -> String {
    guard let column = columns["title"], let text = row.text(column) else { return "" }
    let filterWords = only.filter { folded($0.column) == folded(column) }.map { folded($0.word) }
    guard !filterWords.isEmpty else { return text }
    return row.parts(column).filter { !filterWords.contains(folded($0)) }.joined(separator: ", ")
  }

  func read(_ found: [RowIssue]) throws(ImportError) -> ReadingSessionTable {
    if let ambiguous = dates.ambiguous { throw ambiguous }
    let unused = others.issue("Ignored columns").map { [$0] } ?? []
    let what = "\(counted(skipped, "row")) of other entries skipped."
    let rest = skipped > 0 ? [RowIssue(line: 1, "import.session", what)] : []
    let all = (found + issues).sorted { $0.line < $1.line }
    return ReadingSessionTable(sessions: sessions, issues: unused + rest + all)
  }
}
