package import Cairn

/// The period of a statistic.
package struct Span: Sendable {
  /// `today`, `week`, `month`, `year`, `all time`, or an explicit period: `2025-03`.
  package let name: String
  /// The days; nil for all time.
  package let days: ClosedRange<LocalDay>?
  package let today: LocalDay

  /// Creates a named period; nil days mean all time.
  package init(name: String, days: ClosedRange<LocalDay>?, today: LocalDay) {
    (self.name, self.days, self.today) = (name, days, today)
  }

  /// Whether the period has not begun in any time zone.
  package var isAhead: Bool { days.map { $0.lowerBound > today + 1 } ?? false }

  /// The days; all time ends tomorrow, because sessions in an eastern zone may already be on that date.
  package var effectiveDays: ClosedRange<LocalDay> { days ?? LocalDay.all(until: today + 1) }
}
