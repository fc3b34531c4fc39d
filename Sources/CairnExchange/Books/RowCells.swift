import Cairn

/// The typed cells of one row; invalid cells are omitted and become issues.
struct RowCells {
  private(set) var issues: [RowIssue] = []

  let row: CSVRow
  /// The placeholder of empty cells, if the app writes one.
  var blank = ""
  /// The original object, if the row was one.
  private let object: JSON?

  init(_ row: CSVRow, object: JSON? = nil) {
    (self.row, self.object) = (row, object)
  }

  /// Returns the trimmed text of a cell; nil if it is empty or missing.
  func text(_ column: String) -> String? {
    row[column].map(trimmed).flatMap { $0.isEmpty || $0 == blank ? nil : $0 }
  }

  /// Returns the title; adds an issue if it is missing or invalid.
  mutating func title(_ column: String = "Title") -> String? {
    possible(title: text(column) ?? "")
  }

  mutating func possible(title: String) -> String? {
    do throws(CairnError) {
      try Work.requireTitle(title)
      return title
    } catch {
      note("import.title", "The row was skipped: \(error.message)")
      return nil
    }
  }

  mutating func note(_ code: String, _ message: String) {
    issues.append(RowIssue(line: row.line, code, message))
  }

  mutating func note(_ code: String, _ column: String, _ value: String, _ rule: String) {
    note(code, "\(column) “\(value.prefix(40))” \(rule).")
  }

  /// Returns the stored value of a diversity fact; adds an issue for an unknown one.
  mutating func fact(_ column: String, _ kind: FactKind) -> String? {
    guard let text = text(column), folded(text) != "unknown" else { return nil }
    if let value = try? kind.value(typed: text) { return value }
    note("import.fact", column, text, "is not a known \(kind.label) and was skipped")
    return nil
  }

  /// The whole row as canonical JSON.
  var raw: String {
    let cells = zip(row.header.names, row.fields).map { JSON.Member($0, .string($1)) }
    return (object ?? .object(cells)).canonicalText
  }
}

extension RowCells {
  /// Returns the distinct texts between separators, with collapsed white space.
  func parts(_ column: String, separator: String = ",") -> [String] {
    let whole = text(column) ?? ""
    return unique(pieces(of: whole, separator))
  }

  /// Returns the distinct names between commas; suffixes such as `Jr.` stay with their name.
  func names(_ column: String) -> [String] { unique(joined(pieces(of: text(column) ?? "", ","))) }

  private func pieces(of whole: String, _ separator: String) -> [String] {
    var pieces: [Substring] = []
    var rest = whole[...]
    while let found = rest.firstRange(of: separator) {
      pieces.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return (pieces + [rest]).map { collapsed(String($0)) }.filter { !$0.isEmpty }
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func joined(_ parts: [String]) -> [String] {
    var names: [String] = []
    for part in parts {
      if let last = names.last, !last.contains(","), Self.suffixes.contains(folded(part)) {
        names[names.count - 1] = last + ", " + part
      } else {
        names.append(part)
      }
    }
    return names
  }

  private static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv", "phd", "md"]
}

extension RowCells {
  /// Returns the first valid ISBN of several cells; without one, the first invalid text.
  mutating func isbn(_ columns: String...) -> (valid: ISBN?, invalid: String?) {
    var invalid: String?
    var reason: String?
    for text in columns.compactMap(text) {
      do throws(CairnError) {
        return (try ISBN(text), nil)
      } catch {
        invalid = invalid ?? text
        reason = reason ?? error.message
      }
    }
    if let reason { note("import.isbn", reason) }
    return (nil, invalid)
  }

  /// Returns a rating in quarter stars from 0 to 5 stars, or from 0 to 10 points in halves; 0 is nil.
  mutating func quarterStars(_ column: String, _ scale: RatingScale = .five) -> Int64? {
    guard scale != .unknown, let text = text(column) else { return nil }
    let isOfTen = scale == .ten
    let quarters = Self.quarters(text, maximum: isOfTen ? 10 : 5)
    if let quarters, !isOfTen || quarters % 2 == 0 {
      return positive(isOfTen ? quarters / 2 : quarters)
    }
    let range = isOfTen ? "10 in halves" : "5 in quarters"
    note(
      "import.rating",
      column,
      text,
      "is not a rating from 0 to \(range), such as 4, 4.25 or 4,5"
    )
    return nil
  }

  private static let fractions: [Substring: Int64] = ["": 0, "25": 1, "5": 2, "75": 3]

  /// Returns `5`, `5.0`, `4.25` or `4,25` times four.
  private static func quarters(_ text: String, maximum: Int64) -> Int64? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard let stars = Int64(parts[0]), (0...maximum).contains(stars),
      let rest = fractions[fraction], stars * 4 + rest <= maximum * 4
    else { return nil }
    return stars * 4 + rest
  }

  mutating func number(_ column: String, _ range: ClosedRange<Int64>) -> Int64? {
    guard let text = text(column) else { return nil }
    if let value = Int64(text), range.contains(value) { return value }
    note(
      "import.number",
      column,
      text,
      "is not a whole number from \(range.lowerBound) to \(range.upperBound)"
    )
    return nil
  }

  mutating func pages(_ column: String) -> Int64? { number(column, Edition.enteredPageCounts) }

  /// Returns a year, negative before the common era.
  mutating func year(_ column: String) -> Int64? { number(column, -5_000...2_200) }

  /// Returns the year of a year or date; some apps write 0101-01-01 for an unknown date.
  mutating func yearOfDate(_ column: String) -> Int64? {
    guard let text = text(column), !text.hasPrefix("0101-01-01") else { return nil }
    guard Int64(text) == nil, let date = WrittenDate(text, order: nil)?.days.first else {
      return year(column)
    }
    return Int64(date.first.year)
  }

  /// Returns the number of readings, 0 if missing.
  mutating func count(_ column: String) -> Int64 { number(column, 0...10_000) ?? 0 }

  private func positive(_ value: Int64?) -> Int64? {
    value.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the day of `2023/01/05`, `2023/1/5`, `2023-01-05` or another unambiguous date.
  mutating func day(_ column: String) -> LocalDay? {
    guard let text = text(column) else { return nil }
    if let days = WrittenDate(text, order: nil)?.days, days.count == 1, let day = days[0].day {
      return day
    }
    noteDay(column, text)
    return nil
  }

  /// Returns a partial date: a day, `2023/01` or `2023`.
  mutating func date(_ column: String) -> PartialDay? {
    guard let text = text(column) else { return nil }
    if let days = WrittenDate(text, order: nil)?.days, days.count == 1 { return days[0] }
    noteDay(column, text)
    return nil
  }

  mutating func noteDay(_ column: String, _ text: String) {
    let isMissing = LocalDay.isMissing(text)
    let rule = isMissing ? "is a day that does not exist" : "is not a date such as 2023/01/05"
    note("import.date", column, text, rule)
  }
}

extension LocalDay {
  /// Whether a text has the parts of a date, year first or last, that does not exist.
  fileprivate static func isMissing(_ text: String) -> Bool {
    let date = text.prefix { $0 != "T" && $0 != " " }
    let parts = date.split(omittingEmptySubsequences: false) { "/-.".contains($0) }
    let numbers = parts.compactMap { Int32($0) }
    guard parts.count == 3, numbers.count == 3 else { return false }
    let orders = [[0, 1, 2], [2, 1, 0], [2, 0, 1]].filter {
      (1_000...9_999).contains(numbers[$0[0]])
    }
    let days = orders.map {
      LocalDay(year: numbers[$0[0]], month: numbers[$0[1]], day: numbers[$0[2]])
    }
    return !days.isEmpty && days.allSatisfy { $0 == nil }
  }
}

extension LocalDay {
  /// Parses year, month and day in this order, separated by slashes or dashes; else returns nil.
  init?(written text: some StringProtocol) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    let numbers = parts.compactMap { $0.count <= 4 ? Int32($0) : nil }
    guard parts.count == 3, numbers.count == 3, numbers[0] >= 1_000 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}

extension PartialDay {
  /// Parses year, month and day in this order, with the day or both optional; else returns nil.
  init?(written text: some StringProtocol) {
    if let day = LocalDay(written: text) {
      self.init(day)
      return
    }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    let numbers = parts.compactMap { $0.count <= 4 ? Int32($0) : nil }
    guard numbers.count == parts.count, numbers.count <= 2, numbers[0] >= 1_000 else { return nil }
    if numbers.count == 1 {
      self.init(year: numbers[0])
    } else {
      self.init(year: numbers[0], month: numbers[1])
    }
  }
}
