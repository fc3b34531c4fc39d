import Cairn
import CairnInsights
import CairnStore

extension Command<Surroundings> {
  static var stats: Command {
    Command(
      "stats",
      group: "Looking",
      summary: "Show totals and pace.",
      discussion: """
        Each number comes with how it is computed; --json gives it with every figure, and --why \
        lists the sessions behind one.
        """,
      reads: true,
      examples: [
        Example("cairn stats --week", "this week"),
        Example("cairn stats --year --by month", "every month of the year, and their average"),
        Example("cairn stats --in 2025-03 --by book", "the books of a month"),
        Example("cairn stats --week --why pace", "the sessions the pace rests on"),
      ],
      options: [.today, .week, .month, .year, .inPeriod, .by, .why(Why.ofStats), .limit],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let span = try await surroundings.span(invocation, in: log)
          if let name = try invocation.choice("why", of: Why.ofStats.map(\.name)) {
            return try await surroundings.showWhy(name, span, invocation, in: log)
          }
          if let by = try invocation.choice("by", of: Breakdown.names) {
            surroundings.show(try await Breakdown(by, span, log))
          } else {
            surroundings.show(try await Statistics(span, log))
          }
          return .done
        }
      }
    )
  }

  static var streak: Command {
    Command(
      "streak",
      group: "Looking",
      summary: "Show the days in a row.",
      reads: true,
      examples: [Example("cairn streak --why", "lists the days that count")],
      options: [.flag("why", "List the days of the streak.")],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let today = try await surroundings.today(in: log)
          let days = try await log.dayTotals(nil, in: LocalDay.all(until: today + 1))
          let streak = Streak(days: days.filter { $0.time > .zero }.map(\.day), today: today)
          surroundings.show(streak, why: invocation.flag("why"))
          return .done
        }
      }
    )
  }
}

extension LocalDay {
  /// The first day a session can lie on, with room for every zone.
  static let first = ZoneRules.utc.day(at: .earliest) - 2

  /// Every day up to one, which a clock that lost its battery may put before the first.
  static func all(until last: LocalDay) -> ClosedRange<LocalDay> { min(first, last)...last }
}

extension Surroundings {
  fileprivate func show(_ streak: Streak, why: Bool) {
    if wantsJSON { return output.print(streak.json.text) }
    let open = streak.current > 0 && streak.isOpenToday ? ", still open today" : ""
    output.print("current  \(counted(Int64(streak.current), "day"))\(open)")
    output.print("longest  \(counted(Int64(streak.longest), "day"))")
    guard why else { return }
    let columns = output.standardOutput.columns ?? .max
    output.print(TextLayout.wrap(Streak.definition, width: columns).joined(separator: "\n"))
    output.print(lines: streak.currentDays.map { "  \(times.format.day($0))" })
  }
}

extension Streak {
  var json: JSON {
    .members(
      ("current", .integer(Int64(current))),
      ("longest", .integer(Int64(longest))),
      ("open_today", .bool(isOpenToday)),
      ("definition", .string(Self.definition)),
      ("current_days", .array(currentDays.map { .string($0.text) })),
      ("longest_days", .array(longestDays.map { .string($0.text) }))
    )
  }
}
