import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

// Listening statistics as JSON.

extension InsightHandlers {
  static let listening = Endpoint(
    "What listening adds up to: stories, time, streak, hours, how far stories are heard, and when.",
    query: [
      SchemaField(
        "range",
        .choice(ListeningRange.allCases.map(\.rawValue)),
        "which days the chart shows; week unless given"
      )
    ],
    gives: .json(.listeningOverview)
  ) { context in
    let range = context.query.text("range").flatMap { ListeningRange(rawValue: $0) } ?? .week
    let today = try await context.today()
    return HTTPResponse(
      try await ListeningOverview(context.log, range, today: today, zone: context.zone).json
    )
  }

  static let listeningStories = Endpoint(
    "The stories behind completion or drop-off, and those left out, with the reason.",
    query: [
      SchemaField(
        required: "figure",
        .choice(StoryDrilldown.insights.map(\.name)),
        "which of the two"
      )
    ],
    gives: .json(.storiesBehind)
  ) { context in
    let name = context.query.text("figure")
    let insight = StoryDrilldown.insights.first { $0.name == name } ?? .completion
    return HTTPResponse(StoryDrilldown(insight, try await context.log.stories()).json)
  }
}
