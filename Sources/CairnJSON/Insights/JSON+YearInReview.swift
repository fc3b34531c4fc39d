import Cairn
package import CairnInsights
package import CairnReports

extension YearInReview: JSONModel {
  package static let fields: JSONFields<YearInReview> = [
    .init("year", .integer, \.year),
    .init("statistics", \.statistics),
    .init("months", \.months.rows),
    .figure("books", \.books.books, [.init("finished", \.value)]),
    .figure("books_by_month", \.books.byMonth, [.init("months") { $0.value ?? [] }]),
    .figure("book_pages", \.books.pages, [.init("pages", \.value)]),
    .figure(
      "ratings",
      \.books.ratings,
      [
        .init("stars") { $0.value?.stars ?? [] },
        .init("average_hundredths") { $0.value?.averageHundredths },
      ]
    ),
    .figure(
      "length",
      \.books.length,
      [.init("longest") { $0.value?.largest }, .init("shortest") { $0.value?.smallest }]
    ),
    .figure(
      "speed",
      \.books.speed,
      [.init("fastest") { $0.value?.smallest }, .init("slowest") { $0.value?.largest }]
    ),
    .object("best_window", \.pattern.bestWindow, HourPatternReport.windowFields),
    .init("most_time") {
      $0.mostRead.map { Breakdown.Item(name: $0.title, id: $0.entry.record.text, [$0.sums]) }
    },
  ]
}

extension FinishedBook: JSONModel {
  package static let fields: JSONFields<FinishedBook> = [
    .init("title", \.title),
    .init("pages", \.pages),
    .init("days", .integer, \.days),
  ]
}
