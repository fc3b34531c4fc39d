import Cairn

/// A point in time as a person writes it, before anyone asked what time it is now.
enum TimeExpression: Sendable, Equatable {
  /// So long before now.
  case ago(Milliseconds)
  /// What the clock shows, on no particular day.
  case clock(ClockTime)
  /// What the clock shows on a day.
  case on(DayExpression, ClockTime)
  /// A point in time with its offset from UTC.
  case exact(Instant)

  /// The clock of an expression that is nothing else.
  var clock: ClockTime? {
    guard case .clock(let clock) = self else { return nil }
    return clock
  }

  /// Reads `now`, `20:40`, `-15m`, `15m ago`, `yesterday 9pm`, `monday 20:00`,
  /// `2026-01-05 18:00` and `2026-01-05T18:00:00+01:00`; nil for anything else.
  ///
  /// The text is in lower case with single blanks.
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

  /// Text as the readers expect it.
  static func tidy(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func past(_ text: String) -> Milliseconds? {
    if text.hasPrefix("-") { return Milliseconds(durationText: String(text.dropFirst())) }
    return text.hasSuffix(" ago") ? Milliseconds(durationText: String(text.dropLast(4))) : nil
  }

  /// A day and a clock, parted by a blank, or by `t` behind `2026-01-05`.
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

  /// RFC 3339 with a `t`, seconds or not.
  ///
  /// Behind a blank, `2026-01-05 10:00-11:00` is a range and no time with an offset.
  private static func exact(_ text: String) -> Instant? {
    let offset = text.hasSuffix("z") ? 1 : 6
    guard text.utf8.dropFirst(10).first == UInt8(ascii: "t") else { return nil }
    guard text.utf8.count == 16 + offset else { return Instant(text: text) }
    return Instant(text: "\(text.prefix(16)):00\(text.suffix(offset))")
  }
}
