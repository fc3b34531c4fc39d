package import Cairn
package import CairnInsights
package import CairnStore

extension Log {
  /// What was done on every day, of one kind or of all; pages are those of reading.
  package func activity(_ kind: SessionKind?, until today: LocalDay) async throws -> Activity {
    // A day more, for what was done where it is tomorrow already.
    let all = LocalDay.all(until: today + 1)
    let rows = try await dayTotals(kind, in: all)
    let pages = try await pagesByDay(in: all)
    let finishes = try await finishes()
    let dated = finishes.compactMap { row in
      row.finished.flatMap { Finish(title: row.title, text: $0) }
    }
    return Activity(
      days: rows.map { row in
        DayTotal(
          day: row.day,
          time: row.time,
          amount: pages[row.day] ?? 0,
          sessions: row.sessions
        )
      },
      finishes: dated,
      undated: finishes.count - dated.count
    )
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
      frozen: Set(try await frozenDays()),
      skipped: Set(try await skippedDays() + zone.skippedDays),
      today: today
    )
  }

  private func pagesByDay(in days: ClosedRange<LocalDay>) async throws -> [LocalDay: Int64] {
    let rows = try await dayTotals(Reading.kind, in: days)
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.day, $0.amount) })
  }
}

extension Goals {
  /// All goals of a log.
  package init(of log: Log) async throws {
    self.init(try await log.goals(), weekStart: try await log.weekStart())
  }
}
