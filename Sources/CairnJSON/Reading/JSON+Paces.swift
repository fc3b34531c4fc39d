import CairnInsights
package import CairnReports

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
