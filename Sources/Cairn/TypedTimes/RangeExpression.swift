/// Two points in time in the notation that a person types, not yet resolved against the clock.
package enum RangeExpression: Sendable, Equatable {
  /// Two points: `20:00-21:15`.
  case between(TimeExpression, TimeExpression)
  /// A point and the duration after it: `20:00+30m`, `9pm for an hour`, `30m yesterday 20:00`, `2h after 8:30`.
  case after(TimeExpression, Milliseconds)
  /// A duration and the point at its end: `45m`, which ends now, or `30m before 21:00`.
  case before(TimeExpression, Milliseconds)
  /// A duration on a day, which ends at the present time of day: `30m yesterday`.
  case on(DayExpression, Milliseconds)

  /// Parses a tidy text; nil for anything else.
  package init?(text: String) {
    if let range = Self.untilNow(text) {
      self = range
    } else if TimeExpression(text: text) == nil,
      let range = Self.withDuration(text) ?? Self.onDay(text) ?? Self.withEnds(text)
    {
      self = range
    } else {
      return nil
    }
  }

  /// Parses `45m`, `last 45 minutes`, `past hour`.
  private static func untilNow(_ text: String) -> RangeExpression? {
    let word = ["last ", "past ", "for "].first { text.hasPrefix($0) }
    guard !text.utf8.contains(UInt8(ascii: ":")),
      let length = Milliseconds(durationText: String(text.dropFirst(word?.count ?? 0)))
    else { return nil }
    return .before(.ago(.zero), length)
  }

  private static func withDuration(_ text: String) -> RangeExpression? {
    for (before, after) in cuts(text, [" for ", "+", " plus "]) {
      if let start = TimeExpression(text: before), let length = Milliseconds(durationText: after) {
        return .after(start, length)
      }
    }
    for (before, after) in cuts(text, [" "]) where !after.utf8.contains(UInt8(ascii: ":")) {
      if let start = TimeExpression(text: before), start.isInstant,
        let length = Milliseconds(durationText: after)
      {
        return .after(start, length)
      }
    }
    // `9:00` before `to` is a time, although `1:30` alone is a duration.
    guard !text.prefix(while: { !$0.isWhitespace }).utf8.contains(UInt8(ascii: ":")) else {
      return nil
    }
    return durationFirst(text, [" after ", " from "]) { .after($0, $1) }
      ?? durationFirst(text, [" before ", " until ", " till ", " to "]) { .before($0, $1) }
      ?? durationFirst(text, [" at ", " "]) { $0.isInstant ? .after($0, $1) : nil }
  }

  private static func onDay(_ text: String) -> RangeExpression? {
    for (before, after) in cuts(text, [" "]) {
      for (day, length) in [(before, after), (after, before)]
      where !length.utf8.contains(UInt8(ascii: ":")) {
        if let day = DayExpression(text: day), let length = Milliseconds(durationText: length) {
          return .on(day, length)
        }
      }
    }
    return nil
  }

  private static func durationFirst(
    _ text: String,
    _ separators: [String],
    _ range: (TimeExpression, Milliseconds) -> RangeExpression?
  ) -> RangeExpression? {
    for (before, after) in cuts(text, separators) {
      if let length = Milliseconds(durationText: before), let time = TimeExpression(text: after),
        let range = range(time, length)
      {
        return range
      }
    }
    return nil
  }

  /// Splits the text where both sides parse, because dates contain dashes too.
  private static func withEnds(_ text: String) -> RangeExpression? {
    let text = withoutPrepositions(text)
    for (before, after) in cuts(text, ["..", "–", "—", " to ", " until ", " till ", "-"]) {
      let ends = HalfDays.complete(before, after)
      if let start = TimeExpression(text: ends.start, bareHour: true),
        let end = TimeExpression(text: ends.end, bareHour: true),
        HalfDays.isClear(ends.start, ends.end)
      {
        return .between(start, end)
      }
    }
    return nil
  }

  /// Returns `yesterday 8 to 9pm` for `yesterday between 8 and 9pm` and `yesterday from 8 to 9pm`.
  private static func withoutPrepositions(_ text: String) -> String {
    let words = text.split(separator: " ")
    let isBetween = words.contains("between")
    return words.filter { !["between", "from"].contains($0) }
      .map { isBetween && $0 == "and" ? "to" : String($0) }.joined(separator: " ")
  }

  private static func cuts(_ text: String, _ separators: [String]) -> [(String, String)] {
    separators.flatMap { separator in
      text.cuts(at: separator).map { (TypedText.tidy($0), TypedText.tidy($1)) }
    }
  }
}

/// The am or pm that one end of a range has and the other lacks.
package enum HalfDays {
  /// Returns the ends, each with am or pm if one has it: `9-10pm` is from 9pm, `11-1pm` from 11am, `8pm-8:30` to 8:30pm.
  package static func complete(_ start: String, _ end: String) -> (start: String, end: String) {
    switch (half(start), half(end)) {
    case (nil, let half?):
      guard let last = second(end) else { break }
      return (completed(start, half) { $0 < last }, end)
    case (let half?, nil):
      guard let first = second(start) else { break }
      return (start, completed(end, half) { $0 > first })
    default: break
    }
    return (start, end)
  }

  /// Returns whether two hours without minutes, am and pm are in order; `11-1` could be by day or by night.
  package static func isClear(_ start: String, _ end: String) -> Bool {
    let hours = [start, end].compactMap { $0.split(separator: " ").last.flatMap { Int64($0) } }
    return hours.count < 2 || hours[0] < hours[1]
  }

  private static func completed(
    _ text: String,
    _ half: String,
    _ isInOrder: (Int64) -> Bool
  ) -> String {
    guard let second = second(text + half) else { return text }
    return text + (isInOrder(second) ? half : half == "am" ? "pm" : "am")
  }

  /// Returns am or pm as a text has it, or as its part of a day implies.
  private static func half(_ text: String) -> String? {
    if let half = ["am", "pm"].first(where: { text.hasSuffix($0) }) { return half }
    let part = DayPart.allCases.first { !text.cuts(at: "\($0.rawValue) ").isEmpty }
    return part.map { $0 == .morning ? "am" : "pm" }
  }

  private static func second(_ text: String) -> Int64? {
    switch TimeExpression(text: text, bareHour: true) {
    case .clock(let clock), .on(_, let clock): clock.second
    default: nil
    }
  }
}
