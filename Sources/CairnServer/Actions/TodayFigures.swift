import Cairn
import CairnInsights
import CairnStore

/// What a day has held so far, and the days in a row behind it.
struct TodayFigures: Sendable {
  let day: LocalDay
  /// Of sessions that have ended.
  let totals: Totals
  /// Pages read in them.
  let pages: Int64
  let streak: Streak

  /// Computes the figures from the totals that every write keeps up to date.
  init(_ visit: Visit) async throws {
    day = try await visit.today()
    let first = min(ZoneRules.utc.day(at: .earliest) - 2, day)
    let days = try await visit.log.dayTotals(nil, in: first...(day + 1))
    let reading = try await visit.log.dayTotals(Reading.kind, in: day...day)
    let rows = days.map {
      DayTotal(day: $0.day, time: $0.time, amount: $0.amount, sessions: $0.sessions)
    }
    totals = Totals(rows, in: day...day)
    pages = reading.reduce(0) { $0 + $1.amount }
    streak = Streak(days: rows.filter { $0.time > .zero }.map(\.day), today: day)
  }

  var json: JSON {
    .members(
      ("day", .string(day.text)),
      ("active_seconds", .integer(totals.time.count / 1_000)),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(pages)),
      ("definition", .string(Totals.definition)),
      (
        "streak",
        .members(
          ("current", .integer(Int64(streak.current))),
          ("longest", .integer(Int64(streak.longest))),
          ("open_today", .bool(streak.isOpenToday)),
          ("definition", .string(Streak.definition))
        )
      )
    )
  }
}
