import Cairn
import CairnInsights
import CairnReports
import CairnStore

/// What `cairn watch` shows of a log.
struct WatchFigures: Sendable {
  let open: [SessionRow]
  let today: TodayFigures
  let goals: [GoalProgress]
  /// Ended sessions, newest first.
  let last: [SessionRow]

  init(_ log: Log, _ context: CommandContext) async throws {
    let day = try await context.today(in: log)
    open = try await log.openSessions()
    today = try await TodayFigures(day, log, zone: context.zone)
    goals = try await log.goalProgress(today: day)
    let newest = try await log.sessions(SessionFilter(limit: 20 + open.count))
    last = newest.filter { $0.endedAt != nil }
  }
}
