extension TimeReader {
  /// Parses two points in time, or one and a duration: `20:00-21:15`, `yesterday 23:30-00:20`, `9pm for 30m`, `45m`.
  ///
  /// Two times of day without a day mean the latest such range that has ended: `20:00-21:15` typed at
  /// 20:30 is yesterday's. The end is always after the start. A duration alone ends now.
  package func range(_ text: String) throws(CairnError) -> Parsed<Range<Instant>> {
    guard let expression = RangeExpression(text: TypedText.tidy(text)) else {
      throw .unclear(text, "a range of times", .ranges)
    }
    let (first, last) = try resolve(expression)
    guard first < last, !expression.isEmpty else {
      throw CairnError(
        "usage.time",
        "“\(text)” does not end after it starts: \(format.moment(first)), \(format.moment(last)).",
        hint: "Write the earlier time first, with the day if it differs."
      )
    }
    return Parsed(value: first..<last, echo: format.range(first..<last))
  }

  private func resolve(_ range: RangeExpression) throws(CairnError) -> (Instant, Instant) {
    switch range {
    case .between(let start, let end): return try resolve(start, end)
    case .after(.clock(let clock), let length):
      let start = try last(clock, notAfter: latest - length)
      return (start, start + length)
    case .after(let start, let length):
      let start = try resolve(start)
      return (start, start + length)
    case .on(let day, let length):
      let end = try resolve(.sameTime(day))
      return (end - length, end)
    case .before(let end, let length):
      let end = try resolve(end)
      return (end - length, end)
    }
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
}

extension RangeExpression {
  /// Whether both ends are the same text, which is not a whole day.
  fileprivate var isEmpty: Bool {
    guard case .between(let start, let end) = self else { return false }
    return start == end
  }
}
