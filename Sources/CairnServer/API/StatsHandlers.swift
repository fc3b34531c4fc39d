import Cairn
import CairnHTTP
import CairnReports

/// The handler of `/api/v1/stats`.
enum StatsHandlers {
  static let today = Endpoint(
    "Get today’s totals of finished sessions, and the streak.",
    gives: .json(.today)
  ) { context in
    let day = try await context.today()
    return HTTPResponse(try await TodayFigures(day, context.log, zone: context.zone).json)
  }
}
