import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var chart: Command {
    Command(
      "chart",
      group: "Statistics",
      summary: "Draw a chart, as text or as an image.",
      discussion: """
        days, weeks, months and years are bar charts; total is the running total of a year, with its \
        yearly goal if there is one. For calendars use `cairn calendar`.
        """,
      reads: true,
      examples: [
        Example("cairn chart weeks", "the last 26 weeks"),
        Example("cairn chart months 2025 --measure pages", "the months of a year"),
        Example(
          "cairn chart total --measure books --svg books.svg",
          "the yearly challenge, as an image"
        ),
      ],
      arguments: [
        .required("name", "The chart to draw.", completion: .values(chartNames)),
        .optional("period", "A month or a year: 2026-03, march, 2026."),
      ],
      options: [.drawnPeriod, .measure, .kind, .table, .svg, .pixels],
      action: { invocation, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let activity = try await log.activity(
            try invocation.kind(of: context.modules),
            until: today
          )
          let name = try invocation.choice("name", of: chartNames) ?? ""
          if name == "total" {
            try await context.showTotal(activity, invocation, today, log)
          } else {
            try await context.showBars(name, activity, invocation, today, log)
          }
          return .done
        }
      }
    )
  }

  private static var chartNames: [String] { ["days", "weeks", "months", "years", "total"] }
}

extension CommandContext {
  fileprivate func showTotal(
    _ activity: Activity,
    _ invocation: Invocation,
    _ today: LocalDay,
    _ log: Log
  ) async throws {
    let measure = try invocation.measure()
    let day = try invocation.period(today: today)?.days.lowerBound ?? today
    let chart = LineChart(
      activity,
      measure,
      year: day,
      goal: try await Goals(of: log).target(measure, .yearly, on: day),
      today: today,
      weekStart: try await log.weekStart()
    )
    try show(chart, invocation, json: ChartReport(chart).json) { lines(of: chart) }
  }

  fileprivate func showBars(
    _ name: String,
    _ activity: Activity,
    _ invocation: Invocation,
    _ today: LocalDay,
    _ log: Log
  ) async throws {
    let cadence = Cadence.all.first { $0.noun + "s" == name } ?? .daily
    let chart = BarChart(
      activity,
      try invocation.measure(),
      cadence,
      in: try invocation.period(today: today)?.days ?? cadence.recent(activity, until: today),
      today: today,
      weekStart: try await log.weekStart()
    )
    try show(chart, invocation, json: ChartReport(chart).json) { lines(of: chart) }
  }
}
