package import Cairn

/// A time that no clock on the wall showed, since it was set ahead over it.
package struct SkippedTime {
  private let zone: ZoneRules
  private let local: Int64
  /// The moment at which the clock was set ahead.
  package let leap: Instant

  /// Nil for a time that the clock showed.
  ///
  /// `local` is in milliseconds since 1970-01-01T00:00 of the wall clock.
  package init?(_ local: Int64, in zone: ZoneRules) {
    guard zone.occurrences(ofWallClock: local).isEmpty else { return nil }
    (self.zone, self.local) = (zone, local)
    leap = zone.instant(wallClock: local)
  }

  /// Why the time is refused, with the names of days as `name` gives them.
  package func refusal(
    _ code: String,
    _ name: (LocalDay) -> String = CalendarText.day
  ) -> CairnError {
    let (from, to) = edges(name)
    return CairnError(
      code,
      "There is no \(ZoneRules.clock(local)) on \(name(Self.day(local))) in \(zone.name): the clock goes "
        + "from \(from) to \(to).",
      hint: "Write a time before \(from) or from \(to) on."
    )
  }

  /// What the clock would show and what it shows: `02:00` and `03:00`, with the days where it skips a whole one.
  private func edges(_ name: (LocalDay) -> String) -> (from: String, to: String) {
    let (from, to) = (zone.wallClock(at: leap - Milliseconds(1)) + 1, zone.wallClock(at: leap))
    let isWhole = Self.day(from) != Self.day(to)
    func edge(_ local: Int64) -> String {
      (isWhole ? name(Self.day(local)) + " " : "") + ZoneRules.clock(local)
    }
    return (edge(from), edge(to))
  }

  private static func day(_ local: Int64) -> LocalDay {
    LocalDay(number: Int32(floorDivide(local, 86_400_000)))
  }
}
