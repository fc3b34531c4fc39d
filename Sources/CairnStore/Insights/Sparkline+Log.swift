import Cairn
package import CairnReports

extension Sparkline {
  /// Reads the times of the sessions that match a filter in a period; nil without any.
  package init?(_ span: Span, among filter: SessionFilter, _ log: Log) async throws {
    let sums = try await log.sums(filter, in: span)
    guard let range = try await span.elapsedDays(sums.days(), in: log) else { return nil }
    var days: [(module: KindModule, rows: [DayTotalRow])] = []
    for module in log.modules { days.append((module, try await sums.days(module.kind))) }
    self.init(days, in: range, weekStart: try await log.weekStart())
  }
}
