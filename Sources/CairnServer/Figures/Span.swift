package import Cairn
package import CairnStore

/// The days that a statistic is about.
package struct Span: Sendable {
  /// `today`, `week`, `month`, `year`, `all time`, or what was typed: `2025-03`.
  package let name: String
  /// The days; nil for all.
  package let days: ClosedRange<LocalDay>?
  package let today: LocalDay

  /// Names days; nil stands for all.
  package init(name: String, days: ClosedRange<LocalDay>?, today: LocalDay) {
    (self.name, self.days, self.today) = (name, days, today)
  }

  /// The days, all of them up to tomorrow, for what was done where it is tomorrow already.
  package var whole: ClosedRange<LocalDay> { days ?? LocalDay.all(until: today + 1) }

  /// The days from the first with a session to today, for averages; nil without a session.
  package func lived(_ rows: [DayTotalRow]) -> ClosedRange<LocalDay>? {
    guard let first = rows.first?.day, let last = rows.last?.day else { return nil }
    return first...max(last, min(today, whole.upperBound))
  }
}
