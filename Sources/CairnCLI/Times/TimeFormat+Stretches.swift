import Cairn
import CairnInsights

extension TimeFormat {
  /// `Mon 5 Jan 20:00–21:15`, or `Mon 5 Jan 23:30 – Tue 6 Jan 00:20`.
  ///
  /// `there` is how times look where it ended. Offsets stand beside both ends where they differ,
  /// since the clocks do not tell the length then.
  func stretch(_ start: Instant, _ end: Instant, until there: TimeFormat) -> String {
    let (first, last) = marks(start, end, there)
    let isOneDay = zone.day(at: start) == there.zone.day(at: end)
    return isOneDay
      ? "\(local(start))\(first)–\(there.clock(end))\(last)"
      : "\(local(start))\(first) – \(there.local(end))\(last)"
  }

  /// `20:00–21:15` for a day that is known.
  ///
  /// The end has its day where it is not the first such clock after the start, and offsets stand
  /// beside both where they differ.
  func clocks(_ start: Instant, _ end: Instant, until there: TimeFormat) -> String {
    let (first, last) = marks(start, end, there)
    let onTheClock = there.zone.wallClock(at: end) - zone.wallClock(at: start)
    return (0..<86_400_000).contains(onTheClock)
      ? "\(clock(start))\(first)–\(there.clock(end))\(last)"
      : "\(clock(start))\(first) – \(there.local(end))\(last)"
  }

  private func marks(_ start: Instant, _ end: Instant, _ there: TimeFormat) -> (String, String) {
    let isSame = zone.offset(at: start) == there.zone.offset(at: end)
    return (mark(start, isSame), there.mark(end, isSame))
  }

  /// Which of two moments it is where the clock showed it twice, else the offset if that is needed.
  private func mark(_ instant: Instant, _ isSame: Bool) -> String {
    let which = zone.which(instant)
    guard which.isEmpty, !isSame else { return which }
    return " (\(ZoneRules.text(offset: zone.offset(at: instant))))"
  }
}
