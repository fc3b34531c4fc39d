package import Cairn
package import CairnInsights
package import CairnStore

/// The totals of a day so far, and the current streak.
package struct TodayFigures: Sendable {
  package let day: LocalDay
  /// The totals of ended sessions.
  package let totals: Totals
  /// Their time without overlaps.
  package let netTime: NonOverlappingTime
  package var pages: Int64 { totals.amount }
  package let streak: Streak

  /// Computes the figures from the sums that every write updates.
  package init(_ day: LocalDay, _ log: Log, zone: ZoneRules) async throws {
    let activity = try await log.activity(nil, until: day, hasFinishes: false)
    try await self.init(day, activity, log, zone: zone)
  }

  /// Computes the figures from the activity of all days until `day`.
  package init(_ day: LocalDay, _ activity: Activity, _ log: Log, zone: ZoneRules) async throws {
    self.day = day
    totals = Totals(activity.days, in: day...day)
    netTime = activity.netTime(in: day...day)
    streak = try await log.streak(activity, today: day, zone: zone)
  }
}

extension TodayFigures: JSONModel {
  package static let fields: JSONFields<TodayFigures> = [
    .init("day", \.day),
    .init("active_seconds", \.totals.time),
    .init("non_overlapping_seconds", \.netTime.time),
    .init("sessions", \.totals.sessions),
    .init("pages", \.pages),
    .init("definition") { _ in Totals.definition },
    .init("non_overlapping_definition") { _ in Insight.netTime.definition },
    .object(
      "streak",
      \.streak,
      [
        .init("current", \.current),
        .init("longest", \.longest),
        .init("open_today", \.isOpen),
        .init("definition", \.definition),
      ]
    ),
  ]
}
