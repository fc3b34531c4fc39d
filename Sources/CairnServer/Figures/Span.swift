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

  /// Whether none of the days has come anywhere.
  package var isAhead: Bool { days.map { $0.lowerBound > today + 1 } ?? false }

  /// The days, all of them up to tomorrow, for what was done where it is tomorrow already.
  package var whole: ClosedRange<LocalDay> { days ?? LocalDay.all(until: today + 1) }

  /// The days with their empty ones: from the first the log knows, or the period does, to today.
  ///
  /// A day of a session counts even where it is tomorrow. Nil when there is no session in them.
  package func lived(_ rows: [DayTotalRow], in log: Log) async throws -> ClosedRange<LocalDay>? {
    guard let last = rows.last?.day, let first = try await log.firstDay() else { return nil }
    return max(first, whole.lowerBound)...max(last, min(today, whole.upperBound))
  }
}
