extension InputField {
  /// Returns whether a value is valid; null is.
  package func accepts(_ value: FieldValue) -> Bool {
    switch (form, value) {
    case (_, .null): true
    case (.number(let range, _), .integer(let number)): range.contains(number)
    case (.choice(let words), .text(let word)): words.contains(word)
    case (.text(let limit), .text(let text)): text.utf8.count <= limit
    case (.audio, .integer(let count)): Listening.positions.contains(count)
    case (.flag, .bool), (.id, .text), (.date, .text): true
    default: false
    }
  }

  /// Returns the value of a typed text, `5.2`; nil if it is not valid.
  package func value(typed text: String) -> FieldValue? {
    let value: FieldValue? =
      switch form {
      case .number(_, let decimals): Self.number(withoutUnit(text), decimals).map { .integer($0) }
      case .choice, .text: .text(text)
      case .flag: text == "yes" ? .bool(true) : text == "no" ? .bool(false) : nil
      case .audio: AudioTime(typed: text).map { .integer($0.length.count) }
      case .date: PartialDay(text: text).map { .text($0.text) }
      case .id: RecordID(text: text).map { .text($0.text) }
      case .list, .instant: nil
      }
    return value.flatMap { accepts($0) ? $0 : nil }
  }

  private func withoutUnit(_ text: String) -> String {
    !unit.isEmpty && text.hasSuffix(unit) ? String(text.dropLast(unit.count)) : text
  }

  /// What the field takes, to follow its name in an error: `a whole number from 1 to 10`.
  package var rule: String {
    switch form {
    case .number(.min ... .max, _): "a whole number"
    case .number(let range, let decimals):
      (decimals == 0 ? "a whole number from " : "a number from ")
        + "\(typed(.integer(range.lowerBound))) to \(typed(.integer(range.upperBound)))"
        + (unit.isEmpty ? "" : " (\(unit))") + Self.precision(decimals)
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .text(let limit): "a text of at most \(limit) bytes"
    case .list(let limit, _): "a list of at most \(limit)"
    case .flag: "yes or no"
    case .audio: "hours, minutes and seconds of audio"
    case .instant: "a time"
    case .date: "a date"
    case .id: "an id"
    }
  }

  private static func precision(_ decimals: Int) -> String {
    switch decimals {
    case 0: ""
    case 1: ", with one decimal at most"
    default: ", with \(decimals == 2 ? "two" : "\(decimals)") decimals at most"
    }
  }

  /// Returns a value as a person types it: `5.2`; an empty text for none.
  package func typed(_ value: FieldValue) -> String {
    switch (form, value) {
    case (.number(_, let decimals), .integer(let number)): Self.text(number, decimals)
    case (.audio, .integer(let count)): Milliseconds(count).clockText
    case (_, .text(let text)): text
    case (_, .bool(let isOn)): isOn ? "yes" : "no"
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

  /// Parses up to `decimals` decimals, after a point or a comma, without rounding.
  private static func number(_ text: String, _ decimals: Int) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard parts.count <= 2, fraction.utf8.count <= decimals, parts.count == 1 || !fraction.isEmpty,
      fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let digits = Int64(String(parts[0]) + fraction)
    else { return nil }
    let (number, isTooLarge) = digits.multipliedReportingOverflow(
      by: scale(decimals - fraction.utf8.count)
    )
    return isTooLarge ? nil : number
  }

  /// Returns a number with its decimals, without trailing zeros.
  private static func text(_ number: Int64, _ decimals: Int) -> String {
    let (scale, sign) = (UInt64(scale(decimals)), number < 0 ? "-" : "")
    var (rest, digits) = (number.magnitude % scale, decimals)
    while digits > 0, rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
    guard digits > 0 else { return "\(sign)\(number.magnitude / scale)" }
    let zeros = String(repeating: "0", count: digits - "\(rest)".utf8.count)
    return "\(sign)\(number.magnitude / scale).\(zeros)\(rest)"
  }

  /// Returns a power of ten.
  private static func scale(_ decimals: Int) -> Int64 {
    (0..<decimals).reduce(1) { power, _ in power * 10 }
  }
}
