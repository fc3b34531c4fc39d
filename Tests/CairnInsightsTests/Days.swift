import Cairn
import CairnInsights
import CairnTestKit
import Testing

/// Parses a date.
func day(_ text: String) throws -> LocalDay {
  try #require(LocalDay(text: text), "\(text) is no day")
}

/// Parses an instant in UTC without seconds: `2026-01-05T23:41`.
func at(_ text: String) throws -> Instant {
  try #require(Instant(text: text + ":00Z"), "\(text) is no instant")
}

/// Parses dates.
func days(_ texts: String...) throws -> [LocalDay] {
  try texts.map(day)
}

/// Returns the days on which a session has time, from UTC times such as `2026-01-05T23:41`.
func daysTouched(
  from start: String,
  to end: String,
  zone: ZoneRules = .utc,
  dayStartHour: Int64 = 0
) throws -> [LocalDay] {
  let segment = Segment(start: try at(start), end: try at(end))
  return try Timeline(ended: [segment])
    .shares(zone: zone, dayStartHour: dayStartHour, amount: nil)
    .filter { $0.time > .zero }
    .map(\.day)
}

extension Streak {
  /// Creates a streak of days with an hour each.
  init(
    days: [LocalDay],
    rule: StreakRule = StreakRule(weekStart: .monday),
    restDays: [LocalDay] = [],
    skipped: [LocalDay] = [],
    today: LocalDay
  ) {
    self.init(
      days.map { DayTotal(day: $0, time: .hours(1), amount: 10, sessions: 1) },
      rule: rule,
      restDays: Set(restDays),
      skipped: Set(skipped),
      today: today
    )
  }

  var currentDays: [LocalDay] { now.steps.map(\.day) }
  var longestDays: [LocalDay] { best.steps.map(\.day) }
}
