package import Cairn
package import CairnInsights
package import CairnStore

extension Log {
  /// What was done on every day, of one kind or of all; pages are those of reading.
  ///
  /// What is never asked for the books finished can do without the finishes.
  package func activity(
    _ kind: SessionKind?,
    until today: LocalDay,
    hasFinishes: Bool = true
  ) async throws -> Activity {
    // A day more, for what was done where it is tomorrow already.
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
    // Of reading the amount is pages.
    guard kind != Reading.kind else { return rows.map(DayTotal.init) }
    return DayTotal.joined(rows, pages: try await dayTotals(Reading.kind, in: all))
  }

  /// The streak by the person's own rule.
  package func streak(
    _ activity: Activity,
    today: LocalDay,
    zone: ZoneRules
  ) async throws -> Streak {
    try await streak(activity, rule: try await streakRule(), today: today, zone: zone)
  }

  /// The streak by any rule.
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

extension Goals {
  /// All goals of a log.
  package init(of log: Log) async throws {
    self.init(try await log.goals(), weekStart: try await log.weekStart())
  }
}
