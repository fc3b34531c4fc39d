public import Cairn

/// One reading session in Amazon's data.
public struct KindleSession: Sendable, Equatable {
  /// The line of the file.
  public let line: Int
  /// The ASIN of the book.
  public let asin: String
  /// The title, if the file has it.
  public let title: String?
  /// The start time; without one in the file, the end minus the reading time.
  public let started: Instant
  /// The end time without idle time.
  public let ended: Instant
  /// The stable key of the session across imports.
  public let key: String
}

/// The reading sessions of an Amazon data request: `Kindle.Devices.ReadingSession.csv`, or the file
/// of reading insights, which has titles.
public struct KindleSessions: Sendable, Equatable {
  /// The sessions in the order of the file.
  public let sessions: [KindleSession]
  /// The issues of invalid rows.
  public let issues: [RowIssue]

  /// Parses a file; throws the errors of `CSVReader`, `import.columns` and `import.empty`.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> KindleSessions {
    let columns = KindleColumns(try CSVReader(file, limits: limits).header)
    let format = format(columns)
    let (rows, issues, _) = try format.rows(file, limits: limits) { $0.kindleSession(columns) }
    return KindleSessions(sessions: rows.compactMap(\.self), issues: issues)
  }

  /// Whether a file starts like one of these.
  static func recognizes(_ file: [UInt8]) -> Bool {
    guard let reader = try? CSVReader(Array(file.prefix(8_192))) else { return false }
    let columns = KindleColumns(reader.header)
    return columns.asin != nil && columns.ended != nil && columns.time != nil
  }

  private static func format(_ columns: KindleColumns) -> ListFormat {
    ListFormat(
      source: "kindle",
      name: "Kindle reading sessions",
      required: [
        columns.asin ?? "ASIN", columns.ended ?? "end_timestamp",
        columns.time ?? "total_reading_millis",
      ],
      hint: "Choose Kindle.Devices.ReadingSession.csv from your Amazon data export."
    )
  }
}

/// The columns of Amazon's files, whose names vary.
struct KindleColumns {
  let asin, started, ended, time, title, author: String?

  init(_ header: CSVHeader) {
    let first = { (names: String...) in header.names.first { names.contains(folded($0)) } }
    asin = first("asin")
    started = first("start timestamp", "start time")
    ended = first("end timestamp", "end time")
    time = first("total reading millis", "total reading milliseconds")
    title = first("product name", "title", "book title", "item name", "name")
    author = first("author", "authors", "author name")
  }
}

extension RowCells {
  /// Parses a session; the inner nil is a session without time, the outer nil an invalid row.
  fileprivate mutating func kindleSession(_ columns: KindleColumns) -> KindleSession?? {
    guard let asin = text(columns.asin ?? ""), let end = text(columns.ended ?? ""),
      let ended = Instant(text: end), let time = text(columns.time ?? "").flatMap({ Int64($0) }),
      (0...Milliseconds.hours(24).count).contains(time)
    else {
      note("kindle.session", "The row is not a session: it needs a book, an end and a time.")
      return nil
    }
    guard time > 0 else { return .some(nil) }
    // Amazon writes `Not Available` for an unknown start.
    let start = text(columns.started ?? "").flatMap { Instant(text: $0) }
    guard start.map({ $0 < ended && $0 >= .earliest }) ?? true, ended < .limit,
      ended - Milliseconds(time) >= .earliest
    else {
      note("kindle.session", "The session ends at \(ended.text), which is not after its start.")
      return nil
    }
    return session(columns, asin, start, ended, Milliseconds(time))
  }

  /// Returns a session whose reading time starts at its start, without pauses.
  private func session(
    _ columns: KindleColumns,
    _ asin: String,
    _ start: Instant?,
    _ end: Instant,
    _ time: Milliseconds
  ) -> KindleSession {
    let started = start ?? end - time
    return KindleSession(
      line: row.line,
      asin: asin,
      title: text(columns.title ?? ""),
      started: started,
      ended: min(started + time, end),
      key: "\(asin)\n\(end.milliseconds)\n\(time.count)"
    )
  }
}
