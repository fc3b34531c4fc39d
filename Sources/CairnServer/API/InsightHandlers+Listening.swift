import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

// What listening adds up to, as numbers.

extension InsightHandlers {
  static let listening = Endpoint(
    "What listening adds up to: stories, time, streak, hours, how far stories are heard, and when.",
    query: [
      Member(
        "range",
        .choice(ListeningRange.allCases.map(\.rawValue)),
        "which days the chart shows; week unless given"
      )
    ],
    gives: .json(.listeningOverview)
  ) { visit in
    let range = visit.query.text("range").flatMap { ListeningRange(rawValue: $0) } ?? .week
    let today = try await visit.today()
    return HTTPResponse(
      try await ListeningOverview(visit.log, range, today: today, zone: visit.zone).json
    )
  }

  static let listeningStories = Endpoint(
    "The stories behind completion or drop-off, and those left out, with the reason.",
    query: [
      Member(
        needed: "figure",
        .choice(StoriesBehind.insights.map(\.name)),
        "which of the two"
      )
    ],
    gives: .json(.storiesBehind)
  ) { visit in
    let name = visit.query.text("figure")
    let insight = StoriesBehind.insights.first { $0.name == name } ?? .completion
    return HTTPResponse(StoriesBehind(insight, try await visit.log.stories()).json)
  }
}
