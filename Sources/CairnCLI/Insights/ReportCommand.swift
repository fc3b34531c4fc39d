import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var report: Command {
    Command(
      "report",
      summary: "Show totals by book, author, tag, place and hour.",
      discussion: "`cairn stats --by` shows one of the tables, also by format, weekday or month.",
      examples: [
        Example("cairn report --week", "this week"),
        Example("cairn report --in march --kind reading", "what you read in a month"),
        Example("cairn report --year +holiday --md", "sessions with a tag, as Markdown"),
      ],
      options: .period + .sessionFilters + [.limit, .all, .list(["tables.rows"])],
      action: { invocation, context in
        try await context.withLog { log in
          let span = try await context.span(invocation, in: log)
          let filter = try await context.filter(invocation, in: log)
          let report = try await PeriodReport(span, among: filter, log)
          context.show(report, of: filter.kind, limit: filter.limit)
          return report.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ report: PeriodReport, of kind: SessionKind?, limit: Int) {
    if wantsData { return output.print(data: report.limited(to: limit)) }
    guard !report.isEmpty else { return output.info("No sessions.") }
    output.print(heading: report.statistics.span.name)
    output.print(lines: totalLines(report.statistics, of: kind))
    for one in report.tables {
      output.print("")
      output.print(table(Array(one.rows.prefix(limit)), one.by))
      let more = one.rows.count - limit
      if more > 0 { output.info("\(more) more; use --limit N or --all.") }
    }
  }
}
