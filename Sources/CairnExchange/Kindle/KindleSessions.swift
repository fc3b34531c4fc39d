public import Cairn

/// One sitting of Amazon's record of reading.
public struct KindleSession: Sendable, Equatable {
  /// The physical line of the file.
  public let line: Int
  /// Amazon's number of the book.
  public let asin: String
  /// The title, when the file has it.
  public let title: String?
  /// When it began; where the file does not say, as long before the end as was read.
  public let started: Instant
  /// When it ended, the time without reading left out.
  public let ended: Instant
  /// The same for the same session in every import.
  public let key: String
}

/// The sessions of an Amazon data request: `Kindle.Devices.ReadingSession.csv`, or the file of
/// reading insights, which has titles.
public struct KindleSessions: Sendable, Equatable {
  /// The sessions in the order of the file.
  public let sessions: [KindleSession]
  /// What was wrong with rows.
  public let issues: [RowIssue]

  /// Reads a file; throws what `CSVReader` throws, `import.columns` and `import.empty`.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> KindleSessions {
    let columns = KindleColumns(try CSVReader(file, limits: limits).header)
    let format = format(columns)
    let (rows, issues, _) = try format.rows(file, limits: limits) { $0.kindleSession(columns) }
    return KindleSessions(sessions: rows.compactMap(\.self), issues: issues)
  }

  /// Whether a file begins like one of these.
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
      hint: "Choose Kindle.Devices.ReadingSession.csv of the data that Amazon sends on request."
    )
  }
}

/// The columns of the files of Amazon, which name them in several ways.
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
  /// A session; nil inside for one without time, nil for a row that cannot be read.
  fileprivate mutating func kindleSession(_ columns: KindleColumns) -> KindleSession?? {
    guard let asin = text(columns.asin ?? ""), let end = text(columns.ended ?? ""),
      let ended = Instant(text: end), let time = text(columns.time ?? "").flatMap({ Int64($0) }),
      (0...Milliseconds.hours(24).count).contains(time)
    else {
      note("kindle.session", "The row tells of no session: it needs a book, an end and a time.")
      return nil
    }
    guard time > 0 else { return .some(nil) }
    // `Not Available` is what Amazon writes for a start it does not know.
    let start = text(columns.started ?? "").flatMap { Instant(text: $0) }
    guard start.map({ $0 < ended && $0 >= .earliest }) ?? true, ended < .limit,
      ended - Milliseconds(time) >= .earliest
    else {
      note("kindle.session", "The session ends at \(ended.text), which is not after its start.")
      return nil
    }
    return session(columns, asin, start, ended, Milliseconds(time))
  }

  /// The time read stands at the beginning of the session, without pauses.
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
