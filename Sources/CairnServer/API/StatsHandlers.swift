import Cairn
import CairnHTTP

/// The handler of `/api/v1/stats`.
enum StatsHandlers {
  static let today = Endpoint(
    "Get today’s totals of finished sessions, and the streak.",
    gives: .json(.today)
  ) { context in
    HTTPResponse(try await TodayFigures(context).json)
  }
}
