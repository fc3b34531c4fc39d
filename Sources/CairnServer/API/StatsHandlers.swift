import Cairn
import CairnHTTP

/// The handler of `/api/v1/stats`.
enum StatsHandlers {
  static let today = Endpoint(
    "What today holds so far, of sessions that have ended, and the streak.",
    gives: .json(.today)
  ) { context in
    HTTPResponse(try await TodayFigures(context).json)
  }
}
