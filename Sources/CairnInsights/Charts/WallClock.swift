package import Cairn

/// How instants look to the person, on every page.
package struct WallClock: Sendable {
  package let zone: ZoneRules
  package let now: Instant

  /// Shows instants as the clocks of a zone do; `now` says which day needs no name.
  package init(zone: ZoneRules, now: Instant) { (self.zone, self.now) = (zone, now) }

  /// `20:40` today, else `yesterday 20:40` or `2026-01-05 20:40`.
  package func text(_ instant: Instant) -> String {
    switch zone.day(at: now) - zone.day(at: instant) {
    case 0: time(instant)
    case 1: "yesterday \(time(instant))"
    default: "\(zone.day(at: instant).text) \(time(instant))"
    }
  }

  /// `20:40`.
  package func time(_ instant: Instant) -> String {
    let minute = second(of: instant) / 60
    return "\(padded(minute / 60, 2)):\(padded(minute % 60, 2))"
  }

  /// Of its day, from 0 to 86,399.
  private func second(of instant: Instant) -> Int64 {
    floorRemainder(zone.wallClock(at: instant), 86_400_000) / 1_000
  }

  /// `20:40–21:15`; an end on another day says so.
  package func stretch(_ start: Instant, _ end: Instant?) -> String {
    guard let end else { return time(start) }
    let isOther = zone.day(at: start) != zone.day(at: end)
    return "\(time(start))–\(time(end))"
      + (isOther ? " (\(CalendarText.short(zone.day(at: end))))" : "")
  }

  /// A refusal in which every instant, `2026-01-05T19:40:00Z`, is said as it is here, with its seconds where
  /// it has some.
  package func telling(_ error: CairnError) -> CairnError { error.sayingInstants(exactly) }

  private func exactly(_ instant: Instant) -> String {
    let second = second(of: instant) % 60
    return text(instant) + (second == 0 ? "" : ":\(padded(second, 2))")
  }
}
