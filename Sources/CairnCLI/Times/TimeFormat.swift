import Cairn
import CairnInsights

/// Writes times the way people say them, in English.
///
/// A day or a moment it writes about the past, `TimeReader` reads back to the same minute, unless
/// the clock showed it twice.
struct TimeFormat: Sendable {
  /// The zone of the clock on the wall.
  let zone: ZoneRules
  /// The year left out is the year of this instant.
  let now: Instant

  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `Monday`.
  static func weekday(_ day: LocalDay) -> String { weekdays[Int(day.weekday) - 1] }

  /// `20:40`.
  func clock(_ instant: Instant) -> String { ZoneRules.clock(zone.wallClock(at: instant)) }

  /// `Mon 5 Jan`, with the year unless it is this year.
  func day(_ day: LocalDay) -> String {
    let (year, month, number) = day.civil
    let text = "\(Self.weekday(day).prefix(3)) \(number) \(Self.months[Int(month) - 1].prefix(3))"
    return year == zone.day(at: now).year ? text : "\(text) \(year)"
  }

  /// `Mon 5 Jan 20:40`, and which of two where the clock shows it twice.
  func moment(_ instant: Instant) -> String { "\(local(instant))\(zone.which(instant))" }

  /// `Mon 5 Jan 20:00–21:15 (1h 15m)`.
  func range(_ range: Range<Instant>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    return "\(stretch(start, end, until: self)) (\((end - start).hoursAndMinutes))"
  }

  /// `Mon 5 Jan – Sun 11 Jan`; one day where there is only one.
  func days(_ days: ClosedRange<LocalDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    return first == last ? day(last) : "\(day(first)) – \(day(last))"
  }

  /// RFC 3339 with the zone's offset: `2026-01-05T20:40:00+01:00`.
  func exact(_ instant: Instant) -> String {
    let offset = zone.offset(at: instant)
    // RFC 3339 has no seconds in its offsets.
    guard offset % 60 == 0 else { return instant.text }
    return (instant + .seconds(offset)).text.dropLast() + ZoneRules.text(offset: offset)
  }
}

extension TimeFormat {
  func local(_ instant: Instant) -> String {
    "\(day(zone.day(at: instant))) \(clock(instant))"
  }
}
