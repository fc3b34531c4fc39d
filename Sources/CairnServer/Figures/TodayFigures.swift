import Cairn
import CairnInsights
import CairnStore

/// The totals of a day so far, and the current streak.
struct TodayFigures: Sendable {
  let day: LocalDay
  /// The totals of ended sessions.
  let totals: Totals
  /// Their time without overlaps.
  let lived: NonOverlappingTime
  var pages: Int64 { totals.amount }
  let streak: Streak

  /// Computes the figures from the sums that every write updates.
  init(_ context: AuthenticatedContext) async throws {
    let day = try await context.today()
    let activity = try await context.log.activity(nil, until: day, hasFinishes: false)
    try await self.init(context, day, activity)
  }

  /// Computes the figures from the activity of all days until `day`.
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
      ("non_overlapping_seconds", lived.time.secondsJSON),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(pages)),
      ("definition", .string(Totals.definition)),
      ("non_overlapping_definition", .string(Insight.lived.definition)),
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
