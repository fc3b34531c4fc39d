import Cairn
import CairnInsights
import CairnStore

/// What a day has held so far, and the days in a row behind it.
struct TodayFigures: Sendable {
  let day: LocalDay
  /// Of sessions that have ended.
  let totals: Totals
  /// Their time, every moment counted once.
  let lived: NonOverlappingTime
  /// Pages read in them.
  var pages: Int64 { totals.amount }
  let streak: Streak

  /// Computes the figures from the totals that every write keeps up to date.
  init(_ context: AuthenticatedContext) async throws {
    let day = try await context.today()
    let activity = try await context.log.activity(nil, until: day, hasFinishes: false)
    try await self.init(context, day, activity)
  }

  /// Computes them from what was done on every day until that one.
  init(_ context: AuthenticatedContext, _ day: LocalDay, _ activity: Activity) async throws {
    self.day = day
    totals = Totals(activity.days, in: day...day)
    lived = activity.lived(in: day...day)
    streak = try await context.log.streak(activity, today: day, zone: context.zone)
  }

  var json: JSON {
    .members(
      ("day", .string(day.text)),
      ("active_seconds", .integer(totals.time.count / 1_000)),
      ("lived_seconds", lived.time.secondsJSON),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(pages)),
      ("definition", .string(Totals.definition)),
      ("lived_definition", .string(Insight.lived.definition)),
      (
        "streak",
        .members(
          ("current", .integer(Int64(streak.current))),
          ("longest", .integer(Int64(streak.longest))),
          ("open_today", .bool(streak.isOpen)),
          ("definition", .string(streak.definition))
        )
      )
    )
  }
}
