import CairnInsights
package import CairnReports

extension StoryDrilldown: JSONModel {
  package static let fields: JSONFields<StoryDrilldown> = [
    .init("figure", \.insight.name),
    .init("definition", \.insight.definition),
    .init("n", \.rows.count),
    .init("excluded", \.excluded.count),
    .list("stories", \.rows, StoryRow.progressFields),
    .list(
      "exclusions",
      \.excluded,
      [.init("story") { $0.row.id }, .init("reason") { $0.reason }]
    ),
  ]
}

extension StoryRow {
  /// The fields of the listening progress.
  static let progressFields = JSONFields<StoryRow>(
    named: "StoryProgress",
    [
      .init("id", \.id),
      .init("title", \.title),
      .init("sessions", \.sessions),
      .init("completed", \.completed),
      .init("listened_hundredths", .percent, \.progress.share),
      .init("left_at_tenth", .integer(0...9), \.progress.tenth),
      .init("position_seconds", \.position),
      .init("duration_seconds", \.duration),
    ]
  )
}
