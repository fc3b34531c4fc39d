import Cairn
import CairnInsights
import CairnJSON
import CairnStore

extension Command<CommandContext> {
  static var chart: Command {
    Command(
      "chart",
      summary: "Draw a chart, as text or as an image.",
      discussion: """
        days, weeks, months and years are bar charts; total is the running total of a year, with its \
        yearly goal if there is one. For calendars use `cairn calendar`.
        """,
      examples: [
        Example("cairn chart weeks", "the last 26 weeks"),
        Example("cairn chart months 2025 --measure pages", "the months of a year"),
        Example(
          "cairn chart total --measure books --svg books.svg",
          "the yearly challenge, as an image"
        ),
      ],
      arguments: [
        .required("name", "The chart to draw.", completion: .values(ChartReport.names)),
        .optional(
          "period",
          "A month or a year: 2026-03, march, 2026.",
          completion: .live("months")
        ),
      ],
      options: [.drawnPeriod, .measure, .kind, .table, .svg, .pixels, .list(["points"])],
      action: { invocation, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let activity = try await log.activity(
            try invocation.kind(of: context.modules),
            until: today
          )
          let report = try await ChartReport(
            try invocation.choice("name", of: ChartReport.names) ?? "",
            activity,
            try invocation.measure(),
            in: try invocation.period(today: today)?.days,
            today: today,
            log
          )
          try context.show(report.chart, invocation, data: report) {
            context.lines(of: report.chart)
          }
          return .done
        }
      }
    )
  }
}
