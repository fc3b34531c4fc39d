/// Formatting of times in English.
///
/// `TimeReader` parses every past day or moment that it formats to the same minute, except for an
/// ambiguous local time.
package struct TimeFormat: Sendable {
  /// The zone of the wall clock.
  package let zone: ZoneRules
  /// The current time; dates in its year omit the year.
  package let now: Instant

  /// The notation of times of day.
  package var style = ClockStyle.current

  /// `20:40` or `8:40 PM`.
  package func clock(_ instant: Instant) -> String {
    style.text(wallClock: zone.wallClock(at: instant))
  }

  /// Returns `Mon 5 Jan`, with the year unless it is the current one.
  package func day(_ day: LocalDay) -> String { CalendarText.day(day, in: zone.day(at: now).year) }

  /// Returns `Mon 5 Jan 20:40`, with a mark if that local time occurs twice.
  package func moment(_ instant: Instant) -> String {
    "\(local(instant))\(zone.occurrenceSuffix(instant))"
  }

  /// Returns `Mon 5 Jan 20:00–21:15 (1h 15m)`.
  package func range(_ range: Range<Instant>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    return "\(self.range(start, end, until: self)) (\((end - start).hoursAndMinutes))"
  }

  /// Returns `Mon 5 Jan – Sun 11 Jan`, or a single day.
  package func days(_ days: ClosedRange<LocalDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    return first == last ? day(last) : "\(day(first)) – \(day(last))"
  }

  /// Returns RFC 3339 with the zone's offset: `2026-01-05T20:40:00+01:00`.
  package func exact(_ instant: Instant) -> String {
    let offset = zone.offset(at: instant)
    // RFC 3339 offsets have no seconds.
    guard offset % 60 == 0 else { return instant.text }
    return (instant + .seconds(offset)).text.dropLast() + ZoneRules.text(offset: offset)
  }
}

extension TimeFormat {
  package func local(_ instant: Instant) -> String {
    "\(day(zone.day(at: instant))) \(clock(instant))"
  }
}
