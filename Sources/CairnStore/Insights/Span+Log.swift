package import Cairn
package import CairnReports

extension Span {
  /// Returns the days from the start of the log or period to today; nil without sessions.
  ///
  /// Days without sessions are included, and the day of the last session even if it is tomorrow in this zone.
  package func elapsedDays(_ rows: [DayTotalRow], in log: Log) async throws -> ClosedRange<
    LocalDay
  >? {
    guard let last = rows.last?.day, let first = try await log.firstDay() else { return nil }
    return max(first, effectiveDays.lowerBound)...max(last, min(today, effectiveDays.upperBound))
  }
}
