extension LocalDay {
  /// The first day a session can lie on, with room for every zone.
  package static let first = ZoneRules.utc.day(at: .earliest) - 2

  /// The last day a session can lie on, with room for every zone.
  package static let last = ZoneRules.utc.day(at: .limit) + 2

  /// Every day up to one, which a clock that lost its battery may put before the first.
  package static func all(until last: LocalDay) -> ClosedRange<LocalDay> {
    min(first, last)...last
  }
}
