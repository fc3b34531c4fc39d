import Cairn
import CairnInsights
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var stats: Command {
    Command(
      "stats",
      group: "Statistics",
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
        Example("cairn stats --week --why pace", "the sessions behind the pace"),
      ],
      options: [
        .today, .week, .month, .year, .inPeriod, .kind, .ofTag, .by, .why(Drilldown.ofStats),
        .limit, .all,
      ] + .tables,
      action: { invocation, context in
        try await context.withLog { log in
          let span = try await context.span(invocation, in: log)
          guard !span.isAhead || context.wantsJSON else {
            context.output.info("\(span.name) is in the future.")
            return .done
          }
          let (kind, tag) = (try invocation.kind(of: context.modules), try invocation.tag())
          if let name = try invocation.choice("why", of: Drilldown.ofStats.map(\.name)) {
            return try await context.showWhy(name, span, invocation, in: log)
          }
          if let by = try invocation.choice("by", of: Breakdown.names) {
            if tag != nil, !Breakdown.ofTag.contains(by) { throw CairnError.notOfTag(by) }
            let rows = try await Breakdown(by, span, of: kind, tagged: tag, log)
            context.show(try invocation.hasLimit ? rows.limited(to: invocation.limit()) : rows)
          } else {
            try invocation.refuseTables()
            context.show(try await Statistics(span, of: kind, tagged: tag, log), of: kind)
          }
          return .done
        }
      }
    )
  }
}

extension CairnError {
  fileprivate static func notOfTag(_ by: String) -> CairnError {
    CairnError(
      "usage.value",
      "--tag cannot be used with --by \(by).",
      hint: "Group by \(Breakdown.ofTag.joined(separator: ", "))."
    )
  }
}

extension Invocation {
  /// Throws `usage.missing` for a table of totals, which have none.
  fileprivate func refuseTables() throws(CairnError) {
    guard try TableFormat(self) != .text else { return }
    throw CairnError(
      "usage.missing",
      "Totals are not a table.",
      hint: "Add --by, for example --by month."
    )
  }
}
