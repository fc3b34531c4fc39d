import Cairn

/// A point in time in the notation that a person types, not yet resolved against the clock.
enum TimeExpression: Sendable, Equatable {
  /// A duration before now.
  case ago(Milliseconds)
  /// A time of day without a day.
  case clock(ClockTime)
  /// A time of day on a day.
  case on(DayExpression, ClockTime)
  /// A point in time with a UTC offset.
  case exact(Instant)

  /// The time of day, if the expression has no day.
  var clock: ClockTime? {
    guard case .clock(let clock) = self else { return nil }
    return clock
  }

  /// Parses `now`, `20:40`, `-15m`, `15m ago`, `yesterday 9pm`, `monday 20:00` and absolute times; else nil.
  ///
  /// Absolute times are `2026-01-05 18:00` and `2026-01-05T18:00:00+01:00`. The text must be lower case with single
  /// spaces.
  init?(text: String) {
    if text == "now" {
      self = .ago(.zero)
    } else if let duration = Self.past(text) {
      self = .ago(duration)
    } else if let clock = ClockTime(text: text) {
      self = .clock(clock)
    } else if let instant = Self.exact(text) {
      self = .exact(instant)
    } else if let (day, clock) = Self.dated(text) {
      self = .on(day, clock)
    } else {
      return nil
    }
  }

  /// Returns the text in lower case with single spaces, as the parsers expect it.
  static func tidy(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func past(_ text: String) -> Milliseconds? {
    if text.hasPrefix("-") { return Milliseconds(durationText: String(text.dropFirst())) }
    return text.hasSuffix(" ago") ? Milliseconds(durationText: String(text.dropLast(4))) : nil
  }

  /// Splits a day and a time of day at a space, or at the `t` after `2026-01-05`.
  private static func dated(_ text: String) -> (DayExpression, ClockTime)? {
    let bytes = text.utf8
    let cuts = bytes.indices.filter {
      bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "t")
    }
    for cut in cuts {
      let (before, after) = (String(text[..<cut]), String(text[text.index(after: cut)...]))
      guard bytes[cut] == UInt8(ascii: " ") || LocalDay(text: before) != nil else { continue }
      if let day = DayExpression(text: before), let clock = ClockTime(text: after) {
        return (day, clock)
      }
    }
    return nil
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
