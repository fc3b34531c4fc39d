import Cairn
import CairnInsights
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var stats: Command {
    Command(
      "stats",
      summary: "Show totals and pace.",
      discussion: """
        --json explains how each number is computed; --why \
        lists the sessions behind a number.
        """,
      examples: [
        Example("cairn stats --week", "this week"),
        Example("cairn stats --year --by month", "each month of the year, with averages"),
        Example("cairn stats --in 2025-03 --by book", "books of a month"),
        Example("cairn stats --kind listening --month", "one kind"),
        Example("cairn stats +beach --by place", "where the sessions with a tag were"),
        Example("cairn stats --book \"Dune\" --by hour", "when you read a book"),
        Example("cairn stats --week --why pace", "the sessions behind the pace"),
      ],
      options: .period + .sessionFilters + [
        .by, .why(Drilldown.ofStats), .limit, .all, .list(["rows", "sessions"]),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let span = try await context.span(invocation, in: log)
          guard !span.isAhead || context.wantsData else {
            context.output.info("\(span.name) is in the future.")
            return .done
          }
          let filter = try await context.filter(invocation, in: log)
          if let name = try invocation.choice("why", of: Drilldown.ofStats.map(\.name)) {
            return try await context.showWhy(name, span, filter, in: log)
          }
          if let by = try invocation.choice("by", of: Breakdown.names) {
            let rows = try await Breakdown(by, span, among: filter, log)
            context.show(invocation.hasLimit ? rows.limited(to: filter.limit) : rows)
          } else {
            let statistics = try await Statistics(span, among: filter, log)
            context.show(statistics, of: filter.kind)
          }
          return .done
        }
      }
    )
  }
}
