/// A field of the details of a session: how it is stored, typed and shown.
public struct DetailField: Sendable {
  /// The values that a field can have.
  package enum Form: Sendable {
    /// A number with a fixed number of decimals, stored without its point.
    case number(ClosedRange<Int64>, decimals: Int)
    /// One of several values.
    case choice([String])
  }

  /// The name of the column and the JSON member: `metres`; no two kinds share one.
  public let name: StaticString
  /// The name in a record.
  public let key: String
  /// The name of the option and the form field: `distance`.
  public let option: String
  /// What the field is, in a form and in help: `Distance`.
  public let label: String
  /// The unit, or an empty string.
  public let unit: String
  /// Whether it is an amount: summed over days and merged sessions, and divided when a session is split.
  public private(set) var isAmount = false
  package let form: Form

  private init(
    _ name: StaticString,
    _ option: String,
    _ label: String,
    _ unit: String,
    _ form: Form
  ) {
    (self.name, key, self.option) = (name, name.description, option)
    (self.label, self.unit, self.form) = (label, unit, form)
  }

  /// Returns a field with a number; the range is that of the stored number, such as metres for `5.2` km.
  ///
  /// The range has at most 100,000,000 as its end, so that an amount can be divided by time.
  public static func number(
    _ name: StaticString,
    option: String,
    _ label: String,
    in range: ClosedRange<Int64>,
    decimals: Int = 0,
    unit: String = ""
  ) -> DetailField {
    precondition(range.lowerBound >= 0 && range.upperBound <= 100_000_000, "the range is too wide")
    return DetailField(name, option, label, unit, .number(range, decimals: decimals))
  }

  /// Returns a field with one of several values.
  public static func choice(
    _ name: StaticString,
    option: String,
    _ label: String,
    of values: [String]
  ) -> DetailField {
    DetailField(name, option, label, "", .choice(values))
  }

  /// The field as an amount; its range must start at 0, because a split can leave nothing in one part.
  public var amount: DetailField {
    precondition(accepts(.integer(0)), "an amount starts at 0")
    var field = self
    field.isAmount = true
    return field
  }
}

extension DetailField {
  /// Returns whether a value is valid; null is.
  package func accepts(_ value: FieldValue) -> Bool {
    switch (form, value) {
    case (_, .null): true
    case (.number(let range, _), .integer(let number)): range.contains(number)
    case (.choice(let values), .text(let value)): values.contains(value)
    default: false
    }
  }

  /// Returns the value of a typed text, `5.2`; nil if it is not valid.
  package func value(typed text: String) -> FieldValue? {
    let value: FieldValue? =
      switch form {
      case .number(_, let decimals): Self.number(text, decimals).map { .integer($0) }
      case .choice: .text(text)
      }
    return value.flatMap { accepts($0) ? $0 : nil }
  }

  /// What the field takes, to follow its name in an error: `a number from 0.001 to 500 (km)`.
  package var rule: String {
    switch form {
    case .number(let range, _):
      "a number from \(typed(.integer(range.lowerBound))) to \(typed(.integer(range.upperBound)))"
        + (unit.isEmpty ? "" : " (\(unit))")
    case .choice(let values): "one of " + values.joined(separator: ", ")
    }
  }

  /// Returns a value as a person types it: `5.2`; an empty text for none.
  package func typed(_ value: FieldValue) -> String {
    switch (form, value) {
    case (.number(_, let decimals), .integer(let number)): Self.text(number, decimals)
    case (_, .text(let word)): word
    default: ""
    }
  }

  /// Returns a value with its unit: `5.2 km`.
  package func text(_ value: FieldValue) -> String {
    typed(value) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// Returns the time for one unit of an amount: `5:46 min/km`; nil without amount, time or unit.
  package func pace(_ amount: Int64, in time: Milliseconds) -> String? {
    guard case .number(_, let decimals) = form, amount > 0, time > .zero, !unit.isEmpty else {
      return nil
    }
    let seconds = time.count / 1_000 * Self.scale(decimals) / amount
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) min/\(unit)"
  }

  /// Parses up to `decimals` decimals without rounding.
  private static func number(_ text: String, _ decimals: Int) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard parts.count <= 2, fraction.utf8.count <= decimals, parts.count == 1 || !fraction.isEmpty,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let digits = Int64(String(parts[0]) + fraction)
    else { return nil }
    let (number, isTooLarge) = digits.multipliedReportingOverflow(
      by: scale(decimals - fraction.utf8.count)
    )
    return isTooLarge ? nil : number
  }

  /// Returns a number with its decimals, without trailing zeros.
  private static func text(_ number: Int64, _ decimals: Int) -> String {
    var (rest, digits) = (number % scale(decimals), decimals)
    while digits > 0, rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
    guard digits > 0 else { return "\(number / scale(decimals))" }
    let zeros = String(repeating: "0", count: digits - "\(rest)".utf8.count)
    return "\(number / scale(decimals)).\(zeros)\(rest)"
  }

  /// Returns a power of ten.
  private static func scale(_ decimals: Int) -> Int64 {
    (0..<decimals).reduce(1) { power, _ in power * 10 }
  }
}
