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
  package func time(_ instant: Instant) -> String { ZoneRules.clock(zone.wallClock(at: instant)) }

  /// `20:40–21:15`, with the date of what is not of the day that stands beside it: `23:50–00:20 (6 Jan)`,
  /// and `00:30–01:10 (6 Jan)` of a day that ends later than at midnight.
  package func stretch(_ start: Instant, _ end: Instant?, on day: LocalDay) -> String {
    let from = time(start)
    guard let end else { return from + date(start, unless: day) }
    let isOne = zone.day(at: start) == zone.day(at: end)
    return "\(from)\(isOne ? "" : date(start, unless: day))–\(time(end))\(date(end, unless: day))"
  }

  /// ` (6 Jan)` of an instant, or nothing where its date is `day`.
  package func date(_ instant: Instant, unless day: LocalDay) -> String {
    let date = zone.day(at: instant)
    return date == day ? "" : " (\(CalendarText.short(date)))"
  }

  /// A refusal in which every instant, `2026-01-05T19:40:00Z`, is said as it is here, with its seconds where
  /// it has some.
  package func telling(_ error: CairnError) -> CairnError { error.sayingInstants(exactly) }

  private func exactly(_ instant: Instant) -> String {
    let second = floorRemainder(zone.wallClock(at: instant), 60_000) / 1_000
    return text(instant) + (second == 0 ? "" : ":\(padded(second, 2))")
  }
}
