import Cairn
package import CairnReports

extension Statistics {
  /// Reads the figures of a period, of the sessions that match a filter.
  package init(
    _ span: Span,
    among filter: SessionFilter = SessionFilter(),
    _ log: Log
  ) async throws {
    try await self.init(span, log.sums(filter, in: span), filter)
  }

  /// Reads the figures of a period from the sums of the sessions that match a filter.
  init(_ span: Span, _ sums: SessionSumReader, _ filter: SessionFilter) async throws {
    let log = sums.log
    let isWhole = filter.kind == nil && !filter.isPartial
    let rows = Rows(
      days: try await sums.days(),
      kinds: try await sums.kinds(),
      overlap: isWhole ? try await log.overlapTime(in: span.effectiveDays) : nil,
      moods: try await sums.tags(.mood),
      pauses: try await sums.tags(.pause),
      places: try await sums.tags(.place)
    )
    let elapsedDays = try await span.elapsedDays(rows.days, in: log)
    self.init(span, rows, elapsedDays: elapsedDays, weekStart: try await log.weekStart())
  }
}
