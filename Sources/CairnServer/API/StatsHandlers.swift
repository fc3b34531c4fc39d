import CairnReports
import CairnStore

/// The handler of `/api/v1/stats`.
enum StatsHandlers {
  static let today = Endpoint(
    "Get today’s totals of finished sessions, and the streak.",
    gives: TodayFigures.self
  ) { context in
    let day = try await context.today()
    return try await TodayFigures(day, context.log, zone: context.zone)
  }
}
