import Cairn

extension RowCells {
  /// A word by which a program says one of a few things, in lower case; empty for none.
  func word(_ column: String) -> String { collapsed((text(column) ?? "").lowercased()) }

  /// A name in one line; notes one of more than 1,000 characters, which is left out.
  ///
  /// Of a program that writes HTML, entities are what they stand for.
  mutating func line(_ column: String, isMarkup: Bool = false) -> String? {
    guard let text = (isMarkup ? prose(column) : text(column)).map(collapsed) else { return nil }
    if text.count <= 1_000 { return text }
    note("import.text", column, text, "has more than 1,000 characters and is left out")
    return nil
  }

  /// A text that a program writes as HTML, as a person reads it.
  func prose(_ column: String) -> String? { text(column).map(plainText) }

  /// Lines of a note, of which some may be missing; nil when all are.
  func notes(_ lines: String?...) -> String? {
    let lines = lines.compactMap(\.self)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// A line of a note that says what stands in a cell; nil for an empty one.
  func told(_ label: String, _ column: String) -> String? { text(column).map { "\(label) \($0)" } }

  /// A number from 1 on; nil for none, and notes one beyond the limit.
  mutating func count(_ column: String, to limit: Int64) -> Int64? {
    word(column) == "0" ? nil : number(column, 1...limit)
  }

  /// Stars out of so many that a program lets people give.
  mutating func stars(_ column: String, of most: Int64) -> Stars? {
    number(column, 0...most).flatMap { Stars($0, of: most) }
  }

  /// A send after so many falls as a program counts tries; a first go has none before it.
  mutating func attempts(_ last: ImportedAttempt, tries: Int64?, _ column: String)
    -> [ImportedAttempt]
  {
    let tries = tries ?? 1
    if last.result == .fell { return ImportedAttempt.falls(tries) }
    guard last.tick?.isFirstGo == true, tries > 1 else {
      let earlier = last.result == nil ? ImportedAttempt.unknown : .fell
      return Array(repeating: earlier, count: Int(tries) - 1) + [last]
    }
    let rule = "does not go with “\(last.tick?.name ?? "send")”, which is one attempt"
    note("import.tries", column, String(tries), rule)
    return [last]
  }

  /// An attempt as a discipline knows it; notes a tick that it does not have, which is left out.
  mutating func possible(_ attempt: ImportedAttempt, _ discipline: Discipline?) -> ImportedAttempt {
    guard let tick = attempt.tick, let discipline, !discipline.ticks.contains(tick) else {
      return attempt
    }
    let rule = "There is no \(tick.name) in \(discipline.label): it is a send, and no more."
    note("import.tick", rule)
    return .sent
  }

  /// What a word means; notes one that is not known, of which the result is unknown.
  mutating func known<Meaning>(_ meaning: Meaning?, _ column: String) -> Meaning? {
    if meaning == nil, let text = text(column) {
      note("import.result", column, text, "is not known; what came of it stays unknown")
    }
    return meaning
  }

  /// Notes a row of which nothing but its day would be known.
  mutating func isNothing(_ climb: ImportedClimb) -> Bool {
    guard climb.name == nil, climb.grade == nil, climb.notes == nil else { return false }
    note("import.climb", "The row is left out: it has neither a name nor a grade.")
    return true
  }
}

extension RowCells {
  /// When a climb was: `2026-05-02`, `2026-05-02T00:00:00Z`, which is no hour, or a point in time.
  ///
  /// With `monthFirst` also `5/2/2026`, as spreadsheets write it. Notes anything else, and days
  /// before 1900.
  mutating func climbTime(_ column: String, monthFirst: Bool = false) -> ClimbTime? {
    guard let text = text(column) else {
      note("import.climb", "The row is left out: it has no \(column).")
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
  /// Reads month, day and year in this order, between slashes; nil for anything else.
  fileprivate init?(monthFirst text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? Int32($0) : nil }
    guard parts.count == 3, numbers.count == 3, numbers[2] >= 1_000 else { return nil }
    self.init(year: numbers[2], month: numbers[0], day: numbers[1])
  }
}
