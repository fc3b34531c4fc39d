import Cairn
import CairnInsights
import CairnStore

extension Command<Surroundings> {
  static var stats: Command {
    Command(
      "stats",
      group: "Looking",
      summary: "Show totals and pace.",
      discussion: "Each number comes with how it is computed; --json gives it with every figure.",
      reads: true,
      examples: [Example("cairn stats --week", "this week")],
      options: [.today, .week, .month, .year],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let stats = try await Statistics(invocation, surroundings, log)
          surroundings.show(stats)
          return .done
        }
      }
    )
  }
}

/// What `cairn stats` shows.
struct Statistics {
  let name: String
  /// Of sessions of all kinds.
  let totals: Totals
  /// Of reading sessions.
  let pages: Int64
  let pace: Figure<Int64>

  init(_ invocation: Invocation, _ surroundings: Surroundings, _ log: Log) async throws {
    let today = try await surroundings.today(in: log)
    let window = try await surroundings.window(invocation, in: log)
    name = ["today", "week", "month", "year"].first(where: invocation.flag) ?? "all time"
    // A day more, for what was done where it is tomorrow already.
    let days = window ?? LocalDay.all(until: today + 1)
    let rows = try await log.dayTotals(nil, in: days)
    totals = Totals(rows.map(DayTotal.init), in: days)
    pages = try await log.dayTotals(Reading.kind, in: days).reduce(0) { $0 + $1.amount }
    let sums = try await log.paceSums(Reading.kind, in: days)
    pace = pagesPerHour(
      PaceSums(
        pages: sums.pages,
        time: sums.time,
        counted: sums.counted,
        excluded: sums.excluded
      )
    )
  }
}

extension DayTotal {
  init(_ row: DayTotalRow) {
    self.init(day: row.day, time: row.time, amount: row.amount, sessions: row.sessions)
  }
}

extension Surroundings {
  fileprivate func show(_ stats: Statistics) {
    if wantsJSON { return output.print(stats.json.text) }
    let pace = stats.pace.value.map { "\(decimal($0)) pages an hour" } ?? "not known yet"
    output.print(output.style.paint(stats.name, .title))
    output.print(
      "  time       \(text(stats.totals.time)) on \(counted(Int64(stats.totals.activeDays), "day"))"
    )
    output.print("  sessions   \(stats.totals.sessions)")
    output.print("  pages      \(stats.pages)")
    output.print("  pace       \(pace), from \(counted(Int64(stats.pace.count), "session"))")
    if stats.pace.excluded > 0 {
      output.print("             \(stats.pace.excluded) left out: no pages or no time")
    }
  }
}

extension Statistics {
  var json: JSON {
    .members(
      ("period", .string(name)),
      ("active_seconds", .integer(totals.time.count / 1_000)),
      ("active_days", .integer(Int64(totals.activeDays))),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(pages)),
      ("definition", .string(Totals.definition)),
      (
        "pages_per_hour",
        .members(
          ("hundredths", .number(pace.value)),
          ("definition", .string(pace.definition)),
          ("sessions", .integer(Int64(pace.count))),
          ("excluded", .integer(Int64(pace.excluded)))
        )
      )
    )
  }
}
