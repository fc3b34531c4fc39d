import Cairn
import CairnInsights

/// How instants look to the person, as on the other pages.
struct Clock {
  private let zone: ZoneRules
  private let now: Instant

  init(_ zone: ZoneRules, _ now: Instant) {
    (self.zone, self.now) = (zone, now)
  }

  /// `20:40` today, else `yesterday 20:40` or `2026-01-05 20:40`.
  func text(_ instant: Instant) -> String {
    switch zone.day(at: now) - zone.day(at: instant) {
    case 0: time(instant)
    case 1: "yesterday \(time(instant))"
    default: "\(zone.day(at: instant).text) \(time(instant))"
    }
  }

  /// `20:40`.
  func time(_ instant: Instant) -> String {
    let minute = floorRemainder(zone.wallClock(at: instant), 86_400_000) / 60_000
    return "\(padded(minute / 60, 2)):\(padded(minute % 60, 2))"
  }

  /// `20:40–21:15`; an end on another day says so.
  func stretch(_ start: Instant, _ end: Instant) -> String {
    let isOther = zone.day(at: start) != zone.day(at: end)
    return "\(time(start))–\(time(end))"
      + (isOther ? " (\(CalendarText.short(zone.day(at: end))))" : "")
  }
}
