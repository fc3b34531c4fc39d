package import Cairn
package import CairnInsights
package import CairnStore

/// The figures of `cairn pace`, of everything or of one book.
package struct Paces {
  package let title: String
  package let all: Figure<Int64>
  package let recent: Figure<Int64>
  /// The pace at the end of each of the last twelve weeks; nil for one book.
  package let trend: PaceTrend?
  package let formats: [(name: String?, pace: Figure<Int64>)]
  package let books: [(row: BookTotalRow, pace: Figure<Int64>)]

  package init(_ book: EntryRow?, _ today: LocalDay, _ log: Log) async throws {
    title = book?.title ?? "Everything"
    let lately = (today - PaceTrend.window + 1)...(today + 1)
    let rows = try await log.bookTotals(in: nil).filter { book == nil || $0.entry == book?.id }
    let recentTotals = try await log.bookTotals(in: lately).filter {
      book == nil || $0.entry == book?.id
    }
    all = Self.pace(rows)
    recent = Self.pace(recentTotals, .recentPace)
    guard book == nil else {
      (trend, formats, books) = (nil, [], [])
      return
    }
    let weeks: Int32 = 12
    let days = try await log.dayTotals(
      Reading.kind,
      in: (today - PaceTrend.window - 7 * weeks)...today
    )
    trend = PaceTrend(days.map { ($0.day, PaceSums($0.sums)) }, today: today, weeks: weeks)
    formats = try await log.formatTotals(in: nil).map {
      ($0.format, pagesPerHour(PaceSums($0.sums)))
    }.sorted {
      ($0.0 == nil ? 1 : 0, $1.1.count, $0.0 ?? "") < ($1.0 == nil ? 1 : 0, $0.1.count, $1.0 ?? "")
    }
    books = rows.map { ($0, Self.pace([$0])) }.filter { $0.1.value != nil }
  }

  private static func pace(_ rows: [BookTotalRow], _ insight: Insight = .pace) -> Figure<Int64> {
    pagesPerHour(PaceSums.sum(rows.map { PaceSums($0.sums) }), insight)
  }
}

extension Paces: JSONModel {
  package static let fields: JSONFields<Paces> = [
    .pace("all", \.all),
    .pace("recent", \.recent),
    .list(
      "trend",
      { $0.trend?.points ?? [] },
      [.init("day") { $0.day }, .pace("pace") { $0.pace }]
    ),
    .list(
      "formats",
      \.formats,
      [.init("format") { $0.name }, .pace("pace") { $0.pace }]
    ),
    .list(
      "books",
      \.books,
      [
        .init("id") { $0.row.entry },
        .init("title") { $0.row.title },
        .pace("pace") { $0.pace },
      ]
    ),
  ]
}
