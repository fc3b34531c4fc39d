public import Cairn

/// A table of reading sessions: a date, a start, an end or how long, a book, and pages if they are told;
/// or what a tracker of time such as Toggl, Clockify and Timewarrior exports.
public struct TabledSessions: Sendable, Equatable {
  let sessions: [TabledSession]
  /// What was wrong with rows, and which columns are not taken.
  public let issues: [RowIssue]

  /// Reads a file.
  ///
  /// `columns` says which column holds what, from fields to names of columns; `only` which words a
  /// column has to hold, between commas, for its row to be one of a book. Throws what `CSVReader`
  /// throws, `usage.map`, `json.invalid`, `import.columns`, `import.empty`, and
  /// `import.ambiguous_date` for a date with two readings while `dates` does not say which.
  public static func parse(
    _ file: [UInt8],
    columns: [(field: String, column: String)] = [],
    only: [(column: String, word: String)] = [],
    dates: DateOrder? = nil,
    limits: CSVLimits = .standard
  ) throws(ImportError) -> TabledSessions {
    let (rows, issues, header) = try rows(of: file, limits)
    let names = try SessionColumns(header, said: columns)
    guard names.areOfSessions else { throw noSessions(header) }
    for (column, _) in only where header[column] == nil {
      throw ColumnMapping.noColumn(column, header)
    }
    var table = SessionRows(header, names, only: only, dates: dates)
    for row in rows { table.take(row) }
    return try table.read(issues)
  }

  /// What a column can hold, by the names that a person types.
  public static var fields: [String] { SessionColumns.fields }

  /// What columns are taken for where nothing is said: columns by names of fields.
  public static func guesses(among names: [String]) -> [String: String] {
    SessionColumns.guesses(among: names)
  }

  /// The names of the columns of a file, in their order; throws what ``parse(_:columns:only:dates:limits:)``
  /// throws for a file that is no table.
  public static func columns(of file: [UInt8]) throws(ImportError) -> [String] {
    if TrackedIntervals.recognizes(file) { return TrackedIntervals.columns }
    return try AnyListImport.columns(of: file)
  }

  /// Whether a file begins like one, and not like a list of books or a table of our own export.
  static func recognizes(_ file: [UInt8]) -> Bool {
    if TrackedIntervals.recognizes(file) { return true }
    let beginning = Array(file.prefix(8_192))
    let separator = AnyListImport.separator(of: beginning)
    guard let header = (try? CSVReader(beginning, separator: separator))?.header,
      OwnTable(header) == nil, !header.isOfBooks
    else { return false }
    return (try? SessionColumns(header))?.areOfSessions ?? false
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
      "The file does not tell a book, a day and a time: it has \(names).",
      hint:
        "Say which column holds the title: --map title=COLUMN, and of other things read only the "
        + "rows of books: --only COLUMN=WORD."
    )
  }
}

/// The rows of a table, those that are about a book.
private struct SessionRows {
  private var sessions: [TabledSession] = []
  private var issues: [RowIssue] = []
  private var others: UnusedColumns
  private var dates: SessionDates
  private var left = 0
  private let columns: SessionColumns
  private let only: [(column: String, word: String)]

  init(
    _ header: CSVHeader,
    _ columns: SessionColumns,
    only: [(column: String, word: String)],
    dates: DateOrder?
  ) {
    (self.columns, self.only, self.dates) = (columns, only, SessionDates(order: dates))
    others = UnusedColumns(header, taken: columns.all + only.map(\.column))
  }

  mutating func take(_ row: RowCells) {
    guard only.allSatisfy({ row.parts($0.column).map(folded).contains(folded($0.word)) }) else {
      left += 1
      return
    }
    var row = row
    others.look(at: row)
    if let session = row.tabledSession(columns, title: title(row), &dates) {
      sessions.append(session)
    }
    issues += row.issues
  }

  /// The cell of the title; of tags those that are not asked for.
  private func title(_ row: RowCells) -> String {
    guard let column = columns["title"], let text = row.text(column) else { return "" }
    let asked = only.filter { folded($0.column) == folded(column) }.map { folded($0.word) }
    guard !asked.isEmpty else { return text }
    return row.parts(column).filter { !asked.contains(folded($0)) }.joined(separator: ", ")
  }

  func read(_ found: [RowIssue]) throws(ImportError) -> TabledSessions {
    if let ambiguous = dates.ambiguous { throw ambiguous }
    let unused = others.issue("Not taken").map { [$0] } ?? []
    let what = "\(left) \(left == 1 ? "row" : "rows") of other things left out."
    let rest = left > 0 ? [RowIssue(line: 1, "import.session", what)] : []
    let all = (found + issues).sorted { $0.line < $1.line }
    return TabledSessions(sessions: sessions, issues: unused + rest + all)
  }
}
