extension LocalDay {
  /// The first possible day of a session, with a margin for all time zones.
  package static let first = ZoneRules.utc.day(at: .earliest) - 2

  /// The last possible day of a session, with a margin for all time zones.
  package static let last = ZoneRules.utc.day(at: .limit) + 2

  /// Returns all days up to `last`, even if a wrong clock puts `last` before the first day.
  package static func all(until last: LocalDay) -> ClosedRange<LocalDay> {
    min(first, last)...last
  }
}
