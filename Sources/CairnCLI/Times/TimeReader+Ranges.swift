import Cairn

extension TimeReader {
  /// Parses two points in time: `20:00-21:15`, `yesterday 23:30-00:20`, `2026-01-05 20:00..21:15`.
  ///
  /// Two times of day without a day mean the latest such range that has ended: `20:00-21:15` typed at
  /// 20:30 is yesterday's. The end is always after the start.
  func range(_ text: String) throws(CairnError) -> Parsed<Range<Instant>> {
    let tidy = TimeExpression.tidy(text)
    guard TimeExpression(text: tidy) == nil, let (start, end) = Self.ends(tidy) else {
      throw .unclear(text, "a range of times", .ranges)
    }
    let (first, last) = try resolve(start, end)
    guard first < last, start != end else {
      throw CairnError(
        "usage.time",
        "'\(text)' does not end after it starts: \(format.moment(first)), \(format.moment(last)).",
        hint: "Write the earlier time first, with the day if it differs."
      )
    }
    return Parsed(value: first..<last, echo: format.range(first..<last))
  }

  private func resolve(
    _ start: TimeExpression,
    _ end: TimeExpression
  ) throws(CairnError) -> (Instant, Instant) {
    switch (start, end) {
    case (.clock(let clock), _):
      let last = try resolve(end)
      return (try self.last(clock, notAfter: last - Milliseconds(1)), last)
    case (_, .clock(let clock)):
      let first = try resolve(start)
      return (first, try self.first(clock, after: first))
    default:
      return (try resolve(start), try resolve(end))
    }
  }

  /// Splits the text where both sides parse, because dates contain dashes too.
  private static func ends(_ text: String) -> (TimeExpression, TimeExpression)? {
    for separator in ["..", "–", " to ", "-"] {
      for cut in text.ranges(of: separator) {
        let start = TimeExpression.tidy(String(text[..<cut.lowerBound]))
        let end = TimeExpression.tidy(String(text[cut.upperBound...]))
        if let start = TimeExpression(text: start), let end = TimeExpression(text: end) {
          return (start, end)
        }
      }
    }
    return nil
  }
}
