import Cairn

extension RowCells {
  /// Returns a keyword in lower case; empty for an empty cell.
  func word(_ column: String) -> String { collapsed((text(column) ?? "").lowercased()) }

  /// Returns a single-line text; adds an issue and returns nil if it exceeds 1,000 characters.
  ///
  /// `isMarkup` decodes HTML entities.
  mutating func line(_ column: String, isMarkup: Bool = false) -> String? {
    guard let text = (isMarkup ? prose(column) : text(column)).map(collapsed) else { return nil }
    if text.count <= 1_000 { return text }
    note("import.text", column, text, "has more than 1,000 characters and was skipped")
    return nil
  }

  /// Returns the plain text of a cell that an app writes as HTML.
  func prose(_ column: String) -> String? { text(column).map(plainText) }

  /// Joins the non-nil lines of a note; nil if there are none.
  func notes(_ lines: String?...) -> String? {
    let lines = lines.compactMap(\.self)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Returns a note line with a label and the text of a cell; nil for an empty cell.
  func labelled(_ label: String, _ column: String) -> String? {
    text(column).map { "\(label) \($0)" }
  }

  /// Returns a number from 1; nil for 0 or an empty cell; adds an issue if it exceeds the limit.
  mutating func count(_ column: String, to limit: Int64) -> Int64? {
    word(column) == "0" ? nil : number(column, 1...limit)
  }

  /// Returns a quality rating out of an app's maximum number of stars.
  mutating func stars(_ column: String, of maximum: Int64) -> Stars? {
    number(column, 0...maximum).flatMap { Stars($0, of: maximum) }
  }

  /// Returns an attempt after the falls that `tries` counts; a first go has none before it.
  mutating func attempts(_ last: ImportedAttempt, tries: Int64?, _ column: String)
    -> [ImportedAttempt]
  {
    let tries = tries ?? 1
    if last.result == .fell { return ImportedAttempt.falls(tries) }
    guard last.tick?.isFirstAttempt == true, tries > 1 else {
      let earlier = last.result == nil ? ImportedAttempt.unknown : .fell
      return Array(repeating: earlier, count: Int(tries) - 1) + [last]
    }
    let rule = "contradicts “\(last.tick?.name ?? "send")”, which is one attempt"
    note("import.attempts", column, String(tries), rule)
    return [last]
  }

  /// Returns the attempt; drops a tick that the discipline does not have, and adds an issue.
  mutating func possible(_ attempt: ImportedAttempt, _ discipline: Discipline?) -> ImportedAttempt {
    guard let tick = attempt.tick, let discipline, !discipline.ticks.contains(tick) else {
      return attempt
    }
    let rule = "There is no \(tick.name) in \(discipline.label), so it was read as a send."
    note("import.tick", rule)
    return .sent
  }

  /// Returns the parsed value of a keyword; adds an issue for an unknown one.
  mutating func known<Meaning>(_ meaning: Meaning?, _ column: String) -> Meaning? {
    if meaning == nil, let text = text(column) {
      note("import.result", column, text, "is unknown, so the result stays unknown")
    }
    return meaning
  }

  /// Whether a row has no data except its day; adds an issue if so.
  mutating func isEmptyRow(_ climb: ImportedClimb) -> Bool {
    guard climb.name == nil, climb.grade == nil, climb.notes == nil else { return false }
    note("import.climb", "The row was skipped: it has neither a name nor a grade.")
    return true
  }
}

extension RowCells {
  /// Returns the time of a climb: `2026-05-02`, `2026-05-02T00:00:00Z` as a day, or an instant.
  ///
  /// `monthFirst` also allows `5/2/2026`, as in spreadsheets. Adds an issue for other texts and for
  /// days before 1900.
  mutating func climbTime(_ column: String, monthFirst: Bool = false) -> ClimbTime? {
    guard let text = text(column) else {
      note("import.climb", "The row was skipped: it has no \(column).")
      return nil
    }
    guard let time = ClimbTime(text, monthFirst: monthFirst) else {
      noteDay(column, text)
      return nil
    }
    guard time.day(in: .utc, 0).year >= 1_900 else {
      note("import.date", column, text, "is before 1900")
      return nil
    }
    return time
  }
}

extension ClimbTime {
  init?(_ text: String, monthFirst: Bool) {
    let day = text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
    if let day = LocalDay(written: day) ?? (monthFirst ? LocalDay(monthFirst: day) : nil) {
      self = .day(day)
    } else if let instant = Instant(text: text) ?? Instant(javaScript: text) {
      self = .instant(instant)
    } else {
      return nil
    }
  }
}

extension LocalDay {
  /// Parses month, day and year in this order, separated by slashes; else returns nil.
  fileprivate init?(monthFirst text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? Int32($0) : nil }
    guard parts.count == 3, numbers.count == 3, numbers[2] >= 1_000 else { return nil }
    self.init(year: numbers[2], month: numbers[0], day: numbers[1])
  }
}
