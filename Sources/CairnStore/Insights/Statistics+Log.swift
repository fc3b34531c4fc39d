import Cairn
package import CairnReports

extension Statistics {
  /// Reads the figures of a period.
  package init(_ span: Span, _ log: Log) async throws {
    let days = span.effectiveDays
    let rows = Rows(
      days: try await log.dayTotals(nil, in: days),
      reading: try await log.dayTotals(Reading.kind, in: days),
      overlap: try await log.overlapTime(in: days),
      moods: try await log.tags(.mood, of: nil, in: days),
      pauses: try await log.tags(.pause, of: nil, in: days),
      places: try await log.tags(.place, of: nil, in: days)
    )
    let elapsedDays = try await span.elapsedDays(rows.days, in: log)
    self.init(span, rows, elapsedDays: elapsedDays, weekStart: try await log.weekStart())
  }
}
