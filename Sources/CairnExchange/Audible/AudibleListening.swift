public import Cairn

/// The parser of `Listening.csv` from an Amazon data request: Audible sessions by day.
public enum AudibleListening {
  /// Parses the file, or an archive of Audible's data or of the whole request.
  ///
  /// Multi-part books repeat each event for every part; duplicates are ignored, as are previews and
  /// samples. Throws the errors of `CSVReader` and `ZipArchive`, `import.columns` if a required column
  /// is missing, and `import.empty`.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedHistory {
    var events = AudibleEvents()
    for table in try tables(file, limits) {
      let (rows, issues, _) = try format.rows(table, limits: limits) { $0.audibleEvent() }
      events.issues += issues
      for case .some(let event) in rows { events.add(event) }
    }
    return events.history
  }

  private static func tables(_ file: [UInt8], _ limits: CSVLimits) throws(ImportError) -> [[UInt8]]
  {
    guard ZipArchive.recognizes(file) else { return [file] }
    let archive = try ZipArchive(file)
    var tables: [[UInt8]] = []
    for name in archive.names where isTable(name) {
      if let table = try archive.member(name, limit: limits.fileBytes) { tables.append(table) }
    }
    guard !tables.isEmpty else { throw noTable }
    return tables
  }

  private static func isTable(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return ["Listening.csv", "Listening History.csv"].contains(name)
  }

  static let format = ListFormat(
    source: "audible",
    name: "Audible",
    required: ["Start Date", "Event Duration Milliseconds", "Product Name", "ASIN"],
    hint: "Choose Audible.Listening/Listening.csv from your Amazon data export."
  )

  private static let noTable = ImportError(
    "import.columns",
    "There is no Listening.csv in the archive.",
    hint: "Choose the archive Audible.Listening from your Amazon data export."
  )
}

/// A row of the file.
private struct AudibleEvent {
  let story: ImportedStory
  let listen: ImportedListeningSession
  /// The deduplication key.
  let key: [String]
}

/// The deduplicated events of a file.
private struct AudibleEvents {
  var issues: [RowIssue] = []
  private var builder = HistoryBuilder()
  private var seen: [[String]: String] = [:]

  /// Adds an event, unless another part of the same book has the same one.
  mutating func add(_ event: AudibleEvent) {
    guard seen.updateValue(event.story.title, forKey: event.key) == nil else { return }
    builder.add(event.story, event.listen)
  }

  var history: ImportedHistory {
    var history = ImportedHistory(source: "audible", name: "Audible")
    (history.stories, history.issues) = (builder.stories, issues)
    return history
  }
}

extension RowCells {
  /// Parses an event; the inner nil is a row to ignore, the outer nil an unreadable row.
  fileprivate mutating func audibleEvent() -> AudibleEvent?? {
    let kind = audible("Audio Type").map { folded($0) } ?? ""
    guard !["preview", "catalogsample", "catalog sample", "sample"].contains(kind) else {
      return .some(nil)
    }
    guard let day = day("Start Date"), let name = audible("Product Name"),
      let title = possible(title: Self.whole(name))
    else { return nil }
    guard let length = number("Event Duration Milliseconds", 0...Milliseconds.hours(24).count)
    else {
      return nil
    }
    guard length >= Listening.minimum.count else { return .some(nil) }
    var story = ImportedStory(number: audible("ASIN"), title: title)
    story.duration = milliseconds("Book Length Milliseconds").flatMap { $0 > .zero ? $0 : nil }
    let key = Self.keys.map { text($0) ?? "" }
    return AudibleEvent(story: story, listen: listen(day, Milliseconds(length), key), key: key)
  }

  /// The columns of the deduplication key, which all parts of a book share.
  private static let keys = [
    "Start Date", "End Date", "Event Duration Milliseconds", "Start Position Milliseconds",
    "End Position Milliseconds", "ASIN",
  ]

  private func listen(_ day: LocalDay, _ length: Milliseconds, _ key: [String])
    -> ImportedListeningSession
  {
    var listen = ImportedListeningSession(
      line: row.line,
      key: key,
      time: .day(day),
      length: length,
      raw: raw
    )
    listen.startPosition = milliseconds("Start Position Milliseconds")
    listen.endPosition = milliseconds("End Position Milliseconds")
    listen.speed = audible("Narration Speed").flatMap { Double($0) }
      .flatMap { (0.1...10).contains($0) ? Int64(($0 * 100).rounded()) : nil }
    listen.zone = audible("Local Timezone")
    return listen
  }

  private func milliseconds(_ column: String) -> Milliseconds? {
    guard let number = audible(column).flatMap({ Int64($0) }), (0...36_000_000_000).contains(number)
    else { return nil }
    return Milliseconds(number)
  }

  /// Returns a cell, or nil for one of Amazon's placeholder values.
  private func audible(_ column: String) -> String? {
    text(column).flatMap {
      ["not available", "not applicable", "unknown", "empty"].contains(folded($0)) ? nil : $0
    }
  }

  /// Returns the title without its part: `Dune (Unabridged) Part 1` is `Dune (Unabridged)`.
  private static func whole(_ name: String) -> String {
    guard let part = name.ranges(of: " Part ").last,
      name[part.upperBound...].allSatisfy({ $0.isASCII && $0.isNumber }),
      part.upperBound < name.endIndex
    else { return name }
    return String(name[..<part.lowerBound])
  }
}
