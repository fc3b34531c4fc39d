import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

// Listening statistics as JSON.

extension InsightHandlers {
  static let listening = Endpoint(
    "Get listening statistics: stories, time, streak, completion and start times.",
    query: [
      SchemaField(
        "range",
        .choice(ListeningRange.allCases.map(\.rawValue)),
        "the days of the chart; default week"
      )
    ],
    gives: ListeningOverview.self
  ) { context in
    let range = context.query.text("range").flatMap { ListeningRange(rawValue: $0) } ?? .week
    let today = try await context.today()
    return try await ListeningOverview(context.log, range, today: today, zone: context.zone)
  }

  static let listeningStories = Endpoint(
    "List the stories behind completion or drop-off, and the excluded ones with the reason.",
    query: [
      SchemaField(
        required: "figure",
        .choice(StoryDrilldown.insights.map(\.name)),
        "the figure"
      )
    ],
    gives: StoryDrilldown.self
  ) { context in
    let name = context.query.text("figure")
    let insight = StoryDrilldown.insights.first { $0.name == name } ?? .completion
    return StoryDrilldown(insight, try await context.log.stories())
  }
}
