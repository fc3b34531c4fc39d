import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension Command<Surroundings> {
  static var chart: Command {
    Command(
      "chart",
      group: "Looking",
      summary: "Draw what was done, as text or as a picture.",
      discussion: """
        days, weeks, months and years are bars; total adds a year up, beside its yearly goal when \
        there is one. Calendars are drawn by `cairn calendar`.
        """,
      reads: true,
      examples: [
        Example("cairn chart weeks", "the last 26 weeks"),
        Example("cairn chart months 2025 --measure pages", "the months of a year"),
        Example("cairn chart total --measure books --svg books.svg", "the challenge, as a picture"),
      ],
      arguments: [
        .required("name", "What to draw.", completion: .values(chartNames)),
        .optional("period", "A month or a year: 2026-03, march, 2026."),
      ],
      options: [.measure, .kind, .table, .svg, .pixels],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let today = try await surroundings.today(in: log)
          let activity = try await log.activity(try invocation.kind(), until: today)
          let name = try invocation.choice("name", of: chartNames) ?? ""
          if name == "total" {
            let goals = Goals(try await log.goals())
            try surroundings.showTotal(activity, goals, invocation, today)
          } else {
            try surroundings.showBars(name, activity, invocation, today)
          }
          return .done
        }
      }
    )
  }

  private static var chartNames: [String] { ["days", "weeks", "months", "years", "total"] }
}

extension Surroundings {
  fileprivate func showTotal(
    _ activity: Activity,
    _ goals: Goals,
    _ invocation: Invocation,
    _ today: LocalDay
  ) throws {
    let measure = try invocation.measure()
    let day = try invocation.period(today: today)?.days.lowerBound ?? today
    let goal = goals.target(measure, .yearly, on: day)
    let chart = LineChart(activity, measure, year: day, goal: goal, today: today)
    try show(chart, invocation, json: chart.json) { lines(of: chart) }
  }

  fileprivate func showBars(
    _ name: String,
    _ activity: Activity,
    _ invocation: Invocation,
    _ today: LocalDay
  ) throws {
    let measure = try invocation.measure()
    let cadence = Cadence.all.first { $0.noun + "s" == name } ?? .daily
    let days =
      try invocation.period(today: today)?.days ?? cadence.recent(activity, until: today)
    let chart = BarChart(activity, measure, cadence, in: days, today: today)
    try show(chart, invocation, json: chart.json) { lines(of: chart) }
  }
}
