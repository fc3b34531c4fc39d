package import Cairn

/// The period of the Insights page: a week, a month, a year, or all time.
package struct InsightPeriod: Sendable {
  /// The length; nil for all time.
  package let cadence: Cadence?
  /// The days, from the first to the last of the period; all time begins with the first session.
  package let days: ClosedRange<LocalDay>
  package let today: LocalDay
  package let weekStart: WeekStart

  /// The lengths that a page offers.
  package static let cadences: [Cadence] = [.weekly, .monthly, .yearly]
  /// The name of all time in addresses.
  package static let allTime = "all"

  /// Creates the period of a length that contains a day.
  package init(_ cadence: Cadence, of day: LocalDay, today: LocalDay, weekStart: WeekStart) {
    self.cadence = cadence
    days = cadence.period(of: day, weekStart)
    (self.today, self.weekStart) = (today, weekStart)
  }

  /// Creates all time: from the first day with a session to today, or to a later one with a session.
  package init(allOf ends: ClosedRange<LocalDay>?, today: LocalDay, weekStart: WeekStart) {
    cadence = nil
    days = min(ends?.lowerBound ?? today, today)...max(ends?.upperBound ?? today, today)
    (self.today, self.weekStart) = (today, weekStart)
  }

  /// The name in addresses: `month`, or `all`.
  package var name: String { cadence?.noun ?? Self.allTime }

  /// Whether the period contains today.
  package var isCurrent: Bool { days.contains(today) }

  /// The days until today.
  package var elapsed: ClosedRange<LocalDay> {
    isCurrent ? days.lowerBound...today : days
  }

  /// The period before; nil for all time.
  package var before: InsightPeriod? {
    cadence.map { Self($0, of: days.lowerBound - 1, today: today, weekStart: weekStart) }
  }

  /// The period after; nil for all time, and if it has not begun.
  package var after: InsightPeriod? {
    guard let cadence, days.upperBound < today else { return nil }
    return Self(cadence, of: days.upperBound + 1, today: today, weekStart: weekStart)
  }

  /// The days of the period before that compare with those elapsed: as many from its start, or all of a past one.
  package var comparable: ClosedRange<LocalDay>? {
    guard let before = before?.days else { return nil }
    guard isCurrent else { return before }
    let last = before.lowerBound + (today - days.lowerBound)
    return before.lowerBound...min(before.upperBound, last)
  }

  /// The length of the parts that a chart shows: days of a week or month, months of a year, years of all time.
  package var part: Cadence {
    switch cadence {
    case nil: .yearly
    case .yearly: .monthly
    default: .daily
    }
  }

  /// The parts, each a whole day, month or year.
  package var parts: [InsightPeriod] {
    part.periods(in: days, weekStart).map {
      Self(part, of: $0.lowerBound, today: today, weekStart: weekStart)
    }
  }
}
