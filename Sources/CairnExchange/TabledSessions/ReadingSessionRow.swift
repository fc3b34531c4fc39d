import Cairn

/// One row of a table of sessions.
struct ReadingSessionRow: Equatable {
  let line: Int
  let title: String
  var authors: [String] = []
  let time: SessionTime
  /// The length, above 0 and at most 24 hours.
  let length: Milliseconds
  var pages: Int64?
  var startPage: Int64?
  var endPage: Int64?
  var tags = SessionTags()
  /// The contents of the row, a stable key across imports.
  let key: String
}

/// The start of a session in a table.
enum SessionTime: Equatable {
  /// Wall-clock time in seconds since midnight; nil if only the day is known.
  case wall(LocalDay, second: Int64?)
  /// An instant.
  case instant(Instant)
}

extension RowCells {
  /// Parses a session; returns nil and adds an issue if its time or length is missing.
  ///
  /// `words` are tags that say only that it is about a book.
  mutating func tabledSession(
    _ columns: SessionColumns,
    title: String,
    without words: [String] = [],
    _ dates: inout SessionDates
  ) -> ReadingSessionRow? {
    guard let title = possible(title: title),
      let (time, length) = instant(columns["start"]).map({ instants(from: $0, columns) })
        ?? wallClock(columns, &dates)
    else { return nil }
    var session = ReadingSessionRow(
      line: row.line,
      title: collapsed(title),
      time: time,
      length: length,
      key: columns.identifying.map { text($0) ?? "" }.joined(separator: "\n")
    )
    session.authors = authors(columns["authors"])
    session.pages = columns["pages"].flatMap { number($0, 0...10_000) }
    session.startPage = columns["start-page"].flatMap { pages($0) }
    session.endPage = columns["end-page"].flatMap { pages($0) }
    if columns["tags"] != columns["title"] { session.tags = tags(columns["tags"], without: words) }
    return session
  }

  /// Returns the tags; adds an issue for one that a session cannot have.
  private mutating func tags(_ column: String?, without words: [String]) -> SessionTags {
    var tags = SessionTags()
    let names = column.map { parts($0) } ?? []
    for name in names where !words.map(folded).contains(folded(name)) {
      do { try tags.add(name) } catch { note("import.session", column ?? "", name, "is not a tag") }
    }
    return tags
  }

  private func instant(_ column: String?) -> Instant? {
    column.flatMap { text($0) }.flatMap { Instant(tracked: $0) }
  }

  /// Returns the start and length from instants, which do not depend on a time zone.
  private mutating func instants(
    from start: Instant,
    _ columns: SessionColumns
  ) -> (SessionTime, Milliseconds)? {
    let statedLength = columns["length"].flatMap { length($0) }
    let passed = instant(columns["end"]).map { $0 - start }
    let range = Milliseconds(1)...Milliseconds.hours(24)
    guard start >= .earliest, let length = [statedLength, passed].compactMap(\.self).min(),
      range.contains(length)
    else {
      note("import.session", Self.implausibleEnd)
      return nil
    }
    return (.instant(start), length)
  }

  private mutating func wallClock(
    _ columns: SessionColumns,
    _ dates: inout SessionDates
  ) -> (SessionTime, Milliseconds)? {
    guard let day = day(columns["date"] ?? columns["start"] ?? "", &dates) else { return nil }
    let (start, end) = (clock(columns["start"]), clock(columns["end"]))
    guard start?.isUnclear != true, end?.isUnclear != true else { return nil }
    let statedLength = columns["length"].flatMap { length($0) }
    // An invalid length already has its issue.
    guard statedLength != nil || end != nil || columns["length"].flatMap({ text($0) }) == nil else {
      return nil
    }
    let endDay =
      columns["end-date"].flatMap { text($0) }
      .flatMap { dates.day($0, line: row.line, "") } ?? end?.day
    guard let length = length(statedLength, from: start?.second, to: end?.second, day, endDay)
    else {
      return nil
    }
    return (.wall(day, second: start?.second), length)
  }

  private mutating func day(_ column: String, _ dates: inout SessionDates) -> LocalDay? {
    guard let text = text(column) else {
      note("import.session", "The row was skipped: it has no \(column.isEmpty ? "day" : column).")
      return nil
    }
    let day = dates.day(text, line: row.line, column)
    if day == nil { noteDay(column, text) }
    return day
  }

  /// Parses a time with an optional date before it; adds an issue for invalid times.
  private mutating func clock(_ column: String?) -> (
    second: Int64?, day: LocalDay?, isUnclear: Bool
  )? {
    guard let column, let text = text(column) else { return nil }
    let clock = WrittenClock(in: LinePiece.pieces(of: text))
    guard let second = clock?.second else {
      note(
        "import.session",
        column,
        text,
        "is not a time of day such as 18:00; the row was skipped"
      )
      return (nil, nil, true)
    }
    let date = WrittenDate(text, order: nil)?.days
    return (second, date?.count == 1 ? date?.first?.day : nil, false)
  }

  private static let implausibleEnd = "The row was skipped: its end is not shortly after its start."

  /// Returns the stated length, at most the time between start and end; without either, or with an
  /// implausibly late end, returns nil and adds an issue.
  private mutating func length(
    _ statedLength: Milliseconds?,
    from start: Int64?,
    to end: Int64?,
    _ day: LocalDay,
    _ endDay: LocalDay?
  ) -> Milliseconds? {
    guard let start, let end else {
      if statedLength == nil { note("import.session", "The row was skipped: it has no duration.") }
      return statedLength
    }
    let days = endDay.map { Int64($0 - day) } ?? (end > start ? 0 : 1)
    let passed = Milliseconds.seconds(days * 86_400 + end - start)
    guard passed > .zero, passed <= .hours(endDay == nil && days > 0 ? 12 : 24) else {
      note("import.session", Self.implausibleEnd)
      return nil
    }
    if let statedLength, statedLength > passed {
      let what = "more than from its start to its end, which was used instead"
      note("import.session", "The row has \(statedLength.count / 60_000) minutes, \(what).")
    }
    return min(statedLength ?? passed, passed)
  }

  private func authors(_ column: String?) -> [String] {
    guard let column, let text = text(column) else { return [] }
    if text.contains("&") { return separated(text) }
    return text.contains(";") ? parts(column, separator: ";") : names(column)
  }
}

extension Instant {
  /// Parses `2024-03-02T18:00:00Z` with any offset, and Timewarrior's `20240302T180000Z`.
  fileprivate init?(tracked text: String) {
    let digits = Array(text)
    guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else {
      self.init(text: text)
      return
    }
    let parts = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15].map { String(digits[$0]) }
    self.init(text: "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z")
  }
}

/// The dates of a table, and the error of the first ambiguous one.
struct SessionDates {
  let order: DateOrder?
  private(set) var ambiguous: ImportError?

  init(order: DateOrder?) {
    self.order = order
  }

  mutating func day(_ text: String, line: Int, _ column: String) -> LocalDay? {
    guard let days = WrittenDate(text, order: order)?.days else { return nil }
    if days.count > 1 {
      ambiguous = ambiguous ?? ImportError(ambiguous: days, text, line: line, column)
    }
    return days.first?.day
  }
}
