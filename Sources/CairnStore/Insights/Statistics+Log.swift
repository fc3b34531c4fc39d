package import Cairn
package import CairnReports

extension Statistics {
  /// Reads the figures of a period, of one kind, or of the sessions with a tag.
  package init(
    _ span: Span,
    of kind: SessionKind? = nil,
    tagged tag: String? = nil,
    _ log: Log
  ) async throws {
    let days = span.effectiveDays
    let isReading = kind ?? Reading.kind == Reading.kind
    let rows = Rows(
      days: try await log.dayTotals(kind, tagged: tag, in: days),
      reading: isReading ? try await log.dayTotals(Reading.kind, tagged: tag, in: days) : [],
      overlap: kind == nil && tag == nil ? try await log.overlapTime(in: days) : nil,
      moods: try await log.tags(.mood, of: kind, tagged: tag, in: days),
      pauses: try await log.tags(.pause, of: kind, tagged: tag, in: days),
      places: try await log.tags(.place, of: kind, tagged: tag, in: days)
    )
    let elapsedDays = try await span.elapsedDays(rows.days, in: log)
    self.init(span, rows, elapsedDays: elapsedDays, weekStart: try await log.weekStart())
  }
}
