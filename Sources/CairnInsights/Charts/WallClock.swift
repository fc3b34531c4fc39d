package import Cairn

/// The format of instants on every page, in the person's time zone.
package struct WallClock: Sendable {
  package let zone: ZoneRules
  package let now: Instant
  package let style: ClockStyle

  /// Creates a formatter for a zone; `now` determines which days are today and yesterday.
  package init(zone: ZoneRules, now: Instant, style: ClockStyle = .current) {
    (self.zone, self.now, self.style) = (zone, now, style)
  }

  /// `20:40` today, else `yesterday 20:40` or `5 Jan 20:40`, with the year unless it is the current one.
  package func text(_ instant: Instant) -> String { text(instant, time(instant)) }

  private func text(_ instant: Instant, _ time: String) -> String {
    let (today, day) = (zone.day(at: now), zone.day(at: instant))
    return switch today - day {
    case 0: time
    case 1: "yesterday \(time)"
    default: "\(CalendarText.short(day, in: today.year)) \(time)"
    }
  }

  /// `20:40` or `8:40 PM`.
  package func time(_ instant: Instant) -> String {
    style.text(wallClock: zone.wallClock(at: instant))
  }

  /// Returns `20:40–21:15`, with the date of an end that is not on `day`: `23:50–00:20 (6 Jan)`, or
  /// `00:30–01:10 (6 Jan)` if the day ends after midnight.
  package func timeRange(_ start: Instant, _ end: Instant?, on day: LocalDay) -> String {
    let from = time(start)
    guard let end else { return from + date(start, unless: day) }
    let isOne = zone.day(at: start) == zone.day(at: end)
    return "\(from)\(isOne ? "" : date(start, unless: day))–\(time(end))\(date(end, unless: day))"
  }

  /// ` (6 Jan)`, or an empty string if the instant is on `day`.
  package func date(_ instant: Instant, unless day: LocalDay) -> String {
    let date = zone.day(at: instant)
    return date == day ? "" : " (\(CalendarText.short(date)))"
  }

  /// Returns the error with every instant such as `2026-01-05T19:40:00Z` in the format of this clock;
  /// seconds appear unless they are 0.
  package func withLocalTimes(_ error: CairnError) -> CairnError {
    error.formattingInstants(exactly)
  }

  private func exactly(_ instant: Instant) -> String {
    text(instant, style.exactText(wallClock: zone.wallClock(at: instant)))
  }
}
