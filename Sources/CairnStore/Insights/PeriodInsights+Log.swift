package import Cairn
import CairnInsights
package import CairnReports

extension PeriodInsights {
  /// Reads the figures of the period of a length that contains a day, or of all time without a length.
  package init(
    _ cadence: Cadence?,
    of day: LocalDay,
    _ kind: SessionKind?,
    today: LocalDay,
    zone: ZoneRules,
    _ log: Log
  ) async throws {
    // One more day, because sessions in an eastern zone may already be on tomorrow's date.
    let days = try await log.kindDays(in: LocalDay.all(until: today + 1))
    let start = try await log.weekStart()
    let period =
      cadence.map { InsightPeriod($0, of: day, today: today, weekStart: start) }
      ?? InsightPeriod(allOf: days.ends(kind), today: today, weekStart: start)
    let year = Self.year(period, kind, days).lowerBound.year
    let restDays = Set(try await log.restDays())
    let rows = Rows(
      days: days,
      hours: try await log.hourTotals(year: cadence == nil ? nil : year),
      finished: try await log.finishedReadings(),
      restDays: restDays,
      goals: Goals(try await log.goals(), weekStart: start)
    )
    let activity = rows.activity
    let streak = Streak(
      activity.days,
      rule: try await log.streakRule(),
      restDays: restDays,
      skipped: Set(try await log.skippedDays() + zone.skippedDays),
      today: today
    )
    self.init(period, kind, rows, activity: activity, streak: streak)
  }
}
