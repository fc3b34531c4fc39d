package import Cairn
package import CairnInsights
import CairnReports

extension Log {
  /// Reads the activity of every day, of one kind or all; pages are those of reading.
  ///
  /// A caller that needs no finished books can skip them with `hasFinishes: false`.
  package func activity(
    _ kind: SessionKind?,
    until today: LocalDay,
    hasFinishes: Bool = true
  ) async throws -> Activity {
    // One more day, because sessions in an eastern zone may already be on tomorrow's date.
    let days = try await days(of: kind, in: LocalDay.all(until: today + 1))
    guard hasFinishes else { return Activity(days: days) }
    let finishes = try await finishes()
    let dated = finishes.compactMap { row in
      row.finished.flatMap { Finish(title: row.title, text: $0) }
    }
    return Activity(days: days, finishes: dated, undated: finishes.count - dated.count)
  }

  private func days(
    of kind: SessionKind?,
    in all: ClosedRange<LocalDay>
  ) async throws -> [DayTotal] {
    guard let kind else { return try await dayActivity(in: all).map(DayTotal.init) }
    let rows = try await dayTotals(kind, in: all)
    // The amount of a reading session is its pages.
    guard kind != Reading.kind else { return rows.map(DayTotal.init) }
    return DayTotal.joined(rows, pages: try await dayTotals(Reading.kind, in: all))
  }

  /// Returns the streak by the person's rule.
  package func streak(
    _ activity: Activity,
    today: LocalDay,
    zone: ZoneRules
  ) async throws -> Streak {
    try await streak(activity, rule: try await streakRule(), today: today, zone: zone)
  }

  /// Returns the streak by the given rule.
  package func streak(
    _ activity: Activity,
    rule: StreakRule,
    today: LocalDay,
    zone: ZoneRules
  ) async throws -> Streak {
    Streak(
      activity.days,
      rule: rule,
      restDays: Set(try await restDays()),
      skipped: Set(try await skippedDays() + zone.skippedDays),
      today: today
    )
  }
}

extension Log {
  /// Returns the progress of all current goals.
  package func goalProgress(today: LocalDay) async throws -> [GoalProgress] {
    try await Goals(of: self).now(activity(nil, until: today), today: today)
  }
}

extension Goals {
  /// Reads all goals of a log.
  package init(of log: Log) async throws {
    self.init(try await log.goals(), weekStart: try await log.weekStart())
  }
}
