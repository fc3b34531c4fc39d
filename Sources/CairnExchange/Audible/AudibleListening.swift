public import Cairn

/// `Listening.csv` of the data that Amazon sends on request: what was heard with Audible, by day.
public enum AudibleListening {
  /// Reads the file, or the archive it came in, whole or that of Audible alone.
  ///
  /// A book in parts repeats each event once for every part: it counts once. Previews and samples
  /// are left out. Throws what `CSVReader` and `ZipArchive` throw, `import.columns` when a needed
  /// column is missing, and `import.empty`.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedHistory {
    var events = AudibleEvents()
    for table in try tables(file, limits) {
      let (rows, issues, _) = try format.rows(table, limits: limits) { $0.audibleEvent() }
      events.issues += issues
      for case .some(let event) in rows { events.take(event) }
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
    hint: "Choose Audible.Listening/Listening.csv of the data that Amazon sends on request."
  )

  private static let noTable = ImportError(
    "import.columns",
    "There is no Listening.csv in the archive.",
    hint: "Choose the archive Audible.Listening of the data that Amazon sends on request."
  )
}

/// A row of the file.
private struct AudibleEvent {
  let story: ImportedStory
  let listen: ImportedListen
  /// What tells it from others.
  let key: [String]
}

/// The events of a file, each once.
private struct AudibleEvents {
  var issues: [RowIssue] = []
  private var builder = HistoryBuilder()
  private var seen: [[String]: String] = [:]

  /// Takes an event; one that is told of another part of the same book at once is the same.
  mutating func take(_ event: AudibleEvent) {
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
  /// An event; nil inside for what is no listening, nil for a row that cannot be read.
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

  /// What tells an event from others, of which a book in parts has the same for each.
  private static let keys = [
    "Start Date", "End Date", "Event Duration Milliseconds", "Start Position Milliseconds",
    "End Position Milliseconds", "ASIN",
  ]

  private func listen(_ day: LocalDay, _ length: Milliseconds, _ key: [String]) -> ImportedListen {
    var listen = ImportedListen(line: row.line, key: key, time: .day(day), length: length, raw: raw)
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

  /// A cell, unless it holds one of the words that Amazon writes where it knows nothing.
  private func audible(_ column: String) -> String? {
    text(column).flatMap {
      ["not available", "not applicable", "unknown", "empty"].contains(folded($0)) ? nil : $0
    }
  }

  /// The book of which this may be a part: `Dune (Unabridged) Part 1` is `Dune (Unabridged)`.
  private static func whole(_ name: String) -> String {
    guard let part = name.ranges(of: " Part ").last,
      name[part.upperBound...].allSatisfy({ $0.isASCII && $0.isNumber }),
      part.upperBound < name.endIndex
    else { return name }
    return String(name[..<part.lowerBound])
  }
}
