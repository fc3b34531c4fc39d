package import Cairn
package import CairnInsights
package import CairnReports

extension TodayFigures {
  /// Computes the figures from the sums that every write updates.
  package init(_ day: LocalDay, _ log: Log, zone: ZoneRules) async throws {
    let activity = try await log.activity(nil, until: day, hasFinishes: false)
    try await self.init(day, activity, log, zone: zone)
  }

  /// Computes the figures from the activity of all days until `day`, with the streak by the person's rule.
  package init(_ day: LocalDay, _ activity: Activity, _ log: Log, zone: ZoneRules) async throws {
    self.init(day, activity, try await log.streak(activity, today: day, zone: zone))
  }
}
