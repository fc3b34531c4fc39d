extension TimeFormat {
  /// Returns `Mon 5 Jan 20:00–21:15`, or `Mon 5 Jan 23:30 – Tue 6 Jan 00:20`.
  ///
  /// `there` is the format of the zone where it ended. If the offsets differ, both ends show theirs,
  /// because the wall clocks alone do not give the duration.
  package func range(_ start: Instant, _ end: Instant, until there: TimeFormat) -> String {
    let (first, last) = marks(start, end, there)
    let isOneDay = zone.day(at: start) == there.zone.day(at: end)
    return isOneDay
      ? "\(local(start))\(first)–\(there.clock(end))\(last)"
      : "\(local(start))\(first) – \(there.local(end))\(last)"
  }

  /// Returns `20:00–21:15` for a known day.
  ///
  /// The end shows its day unless it is the first such time after the start. If the offsets differ, both
  /// ends show theirs.
  package func clocks(_ start: Instant, _ end: Instant, until there: TimeFormat) -> String {
    let (first, last) = marks(start, end, there)
    let onTheClock = there.zone.wallClock(at: end) - zone.wallClock(at: start)
    return (0..<86_400_000).contains(onTheClock)
      ? "\(clock(start))\(first)–\(there.clock(end))\(last)"
      : "\(clock(start))\(first) – \(there.local(end))\(last)"
  }

  private func marks(_ start: Instant, _ end: Instant, _ there: TimeFormat) -> (String, String) {
    let hasSameOffset = zone.offset(at: start) == there.zone.offset(at: end)
    return (mark(start, hasSameOffset), there.mark(end, hasSameOffset))
  }

  /// Returns a mark for the earlier or later of an ambiguous local time, else the offset if needed.
  private func mark(_ instant: Instant, _ hasSameOffset: Bool) -> String {
    let occurrenceSuffix = zone.occurrenceSuffix(instant)
    guard occurrenceSuffix.isEmpty, !hasSameOffset else { return occurrenceSuffix }
    return " (\(ZoneRules.text(offset: zone.offset(at: instant))))"
  }
}
