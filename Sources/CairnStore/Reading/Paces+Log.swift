package import Cairn
import CairnInsights
package import CairnReports

extension Paces {
  /// Reads the figures of one book, or of everything.
  package init(_ book: EntryRow?, _ today: LocalDay, _ log: Log) async throws {
    let lately = (today - PaceTrend.window + 1)...(today + 1)
    let rows = try await log.bookTotals(in: nil).filter { book == nil || $0.entry == book?.id }
    let recentTotals = try await log.bookTotals(in: lately).filter {
      book == nil || $0.entry == book?.id
    }
    self.init(
      title: book?.title ?? "Everything",
      all: Self.pace(rows),
      recent: Self.pace(recentTotals, .recentPace),
      trend: book == nil ? try await Self.trend(today, log) : nil,
      formats: book == nil ? try await Self.formats(log) : [],
      books: book == nil ? rows.map { ($0, Self.pace([$0])) }.filter { $0.1.value != nil } : []
    )
  }

  private static func trend(_ today: LocalDay, _ log: Log) async throws -> PaceTrend {
    let weeks: Int32 = 12
    let days = try await log.dayTotals(
      Reading.kind,
      in: (today - PaceTrend.window - 7 * weeks)...today
    )
    return PaceTrend(days.map { ($0.day, PaceSums($0.sums)) }, today: today, weeks: weeks)
  }

  private static func formats(_ log: Log) async throws -> [(String?, Figure<Int64>)] {
    try await log.formatTotals(in: nil).map {
      ($0.format, pagesPerHour(PaceSums($0.sums)))
    }.sorted {
      ($0.0 == nil ? 1 : 0, $1.1.count, $0.0 ?? "") < ($1.0 == nil ? 1 : 0, $0.1.count, $1.0 ?? "")
    }
  }

  private static func pace(_ rows: [BookTotalRow], _ insight: Insight = .pace) -> Figure<Int64> {
    pagesPerHour(PaceSums.sum(rows.map { PaceSums($0.sums) }), insight)
  }
}
