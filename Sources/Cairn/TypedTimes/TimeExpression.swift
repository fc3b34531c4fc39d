/// A point in time in the notation that a person types, not yet resolved against the clock.
package enum TimeExpression: Sendable, Equatable {
  /// A duration before now.
  case ago(Milliseconds)
  /// The present time of day on another day.
  case sameTime(DayExpression)
  /// A time of day without a day.
  case clock(ClockTime)
  /// A time of day on a day.
  case on(DayExpression, ClockTime)
  /// A point in time with a UTC offset.
  case exact(Instant)

  /// The time of day, if the expression has no day.
  package var clock: ClockTime? {
    guard case .clock(let clock) = self else { return nil }
    return clock
  }

  /// Whether a duration beside it starts there; one beside a mere day ends at the present time of that day.
  var isInstant: Bool {
    switch self {
    case .clock, .on, .exact: true
    case .ago(let past): past > .zero
    case .sameTime: false
    }
  }

  /// Parses `now`, `20:40`, `-15m`, `15m ago`, `yesterday 9pm`, `9pm monday`, `last night 11pm` and absolute times; else
  /// nil.
  ///
  /// Absolute times are `2026-01-05 18:00` and `2026-01-05T18:00:00+01:00`. The text must be tidy. With `bareHour`, `9` is
  /// 09:00.
  package init?(text: String, bareHour: Bool = false) {
    if text == "now" {
      self = .ago(.zero)
    } else if let duration = Self.past(text) {
      self = .ago(duration)
    } else if let day = DayExpression.ago(text.split(separator: " ")) {
      self = .sameTime(day)
    } else if let clock = ClockTime(text: text, bareHour: bareHour) {
      self = .clock(clock)
    } else if let instant = Self.exact(text) {
      self = .exact(instant)
    } else if let (day, clock) = Self.dated(text, bareHour) {
      self = .on(day, clock)
    } else {
      return nil
    }
  }

  private static func past(_ text: String) -> Milliseconds? {
    if text.hasPrefix("-") { return Milliseconds(durationText: String(text.dropFirst())) }
    return text.hasSuffix(" ago") ? Milliseconds(durationText: String(text.dropLast(4))) : nil
  }

  /// Splits a day and a time of day, in any order, at a space, or at the `t` after `2026-01-05`.
  private static func dated(_ text: String, _ bareHour: Bool) -> (DayExpression, ClockTime)? {
    let bytes = text.utf8
    let cuts = bytes.indices.filter {
      bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "t")
    }
    let parts = cuts.map {
      (String(text[..<$0]), String(text[text.index(after: $0)...]), bytes[$0])
    }
    for (day, clock, cut) in parts where cut == UInt8(ascii: " ") || LocalDay(text: day) != nil {
      if let found = dated(day, clock, bareHour) { return found }
    }
    for (clock, day, cut) in parts where cut == UInt8(ascii: " ") {
      if let found = dated(day, clock, bareHour) { return found }
    }
    return nil
  }

  /// Parses a day, perhaps with a part such as `monday night`, and a time.
  private static func dated(
    _ day: String,
    _ clock: String,
    _ bareHour: Bool
  ) -> (DayExpression, ClockTime)? {
    if let day = DayExpression(text: day) {
      return ClockTime(text: clock, bareHour: bareHour).map { (day, $0) }
    }
    guard let part = DayPart.allCases.first(where: { day.hasSuffix($0.rawValue) }),
      let day = partial(day, String(day.dropLast(part.rawValue.count)))
    else { return nil }
    return ClockTime(text: clock, in: part).map { (day, $0) }
  }

  /// Returns the day of `tonight`, `last night`, `this morning` or `monday evening`.
  private static func partial(_ text: String, _ day: String) -> DayExpression? {
    switch day {
    case "to", "this ", "today ": .ago(0)
    case "last ": .ago(1)
    default: day.hasSuffix(" ") ? DayExpression(text: String(day.dropLast())) : nil
    }
  }

  /// Parses RFC 3339 with a `t`; the seconds are optional.
  ///
  /// After a space, `2026-01-05 10:00-11:00` is a range, not a time with an offset.
  private static func exact(_ text: String) -> Instant? {
    let offset = text.hasSuffix("z") ? 1 : 6
    guard text.utf8.dropFirst(10).first == UInt8(ascii: "t") else { return nil }
    guard text.utf8.count == 16 + offset else { return Instant(text: text) }
    return Instant(text: "\(text.prefix(16)):00\(text.suffix(offset))")
  }
}
