package import Cairn
package import CairnInsights

/// The totals of a day so far, and the current streak.
package struct TodayFigures: Sendable {
  package let day: LocalDay
  /// The totals of ended sessions.
  package let totals: Totals
  /// Their time without overlaps.
  package let netTime: NonOverlappingTime
  package var pages: Int64 { totals.amount }
  package let streak: Streak

  /// Computes the figures from the activity of all days until `day`.
  package init(_ day: LocalDay, _ activity: Activity, _ streak: Streak) {
    (self.day, self.streak) = (day, streak)
    totals = Totals(activity.days, in: day...day)
    netTime = activity.netTime(in: day...day)
  }
}
