/// A local time that does not exist because the clock was set forward over it.
package struct SkippedTime {
  private let zone: ZoneRules
  private let local: Int64
  /// The instant at which the clock was set forward.
  package let leap: Instant

  /// Returns nil for a local time that exists.
  ///
  /// `local` is wall-clock time in milliseconds since 1970-01-01T00:00.
  package init?(_ local: Int64, in zone: ZoneRules) {
    guard zone.occurrences(ofWallClock: local).isEmpty else { return nil }
    (self.zone, self.local) = (zone, local)
    leap = zone.instant(wallClock: local)
  }

  /// Returns the error for this time; `name` formats the days in it.
  package func refusal(
    _ code: String,
    _ style: ClockStyle,
    _ name: (LocalDay) -> String = CalendarText.day
  ) -> CairnError {
    let (from, to) = edges(style, name)
    return CairnError(
      code,
      "There is no \(style.text(wallClock: local)) on \(name(Self.day(local))) in \(zone.name): the "
        + "clock goes from \(from) to \(to).",
      hint: "Write a time before \(from) or from \(to)."
    )
  }

  /// Returns the times at the edges of the gap: `02:00` and `03:00`, dated if it skips a whole day.
  private func edges(
    _ style: ClockStyle,
    _ name: (LocalDay) -> String
  ) -> (from: String, to: String) {
    let (from, to) = (zone.wallClock(at: leap - Milliseconds(1)) + 1, zone.wallClock(at: leap))
    let crossesMidnight = Self.day(from) != Self.day(to)
    func edge(_ local: Int64) -> String {
      (crossesMidnight ? name(Self.day(local)) + " " : "") + style.text(wallClock: local)
    }
    return (edge(from), edge(to))
  }

  private static func day(_ local: Int64) -> LocalDay {
    LocalDay(number: Int32(floorDivide(local, 86_400_000)))
  }
}
