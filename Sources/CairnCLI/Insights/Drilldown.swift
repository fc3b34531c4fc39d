import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Argument {
  static var anyBook: Argument {
    .optional("book", BookReference.help, completion: .live("titles"))
  }
}

extension CommandContext {
  /// Shows a figure of the named book, or of all books; with `--why`, the sessions behind it.
  func showFigure(
    _ insight: Insight,
    _ invocation: Invocation,
    _ show: @Sendable (EntryRow?, Log) async throws -> ExitCode
  ) async throws -> ExitCode {
    try await withLog { log in
      var book: EntryRow?
      if let word = invocation.value("book") { book = try await BookReference.find(word, in: log) }
      guard invocation.flag("why") else { return try await show(book, log) }
      var filter = SessionFilter(limit: try invocation.limit())
      (filter.kind, filter.entry) = (Reading.kind, book?.id)
      return self.show(try await Drilldown(insight, among: filter, in: log))
    }
  }

  /// Lists the sessions behind a figure of `cairn stats`.
  func showWhy(
    _ name: String,
    _ span: Span,
    _ filter: SessionFilter,
    in log: Log
  ) async throws -> ExitCode {
    let insight = Drilldown.ofStats.first { $0.name == name } ?? .time
    var filter = filter
    if [.time, .netTime, .pages].contains(insight) {
      filter.activeOn = span.days
    } else {
      filter.days = span.days
    }
    return show(try await Drilldown(insight, among: filter, in: log))
  }

  /// Shows the sessions that count, then the exclusions with their reasons.
  func show(_ why: Drilldown) -> ExitCode {
    let isEmpty = why.count == 0 && why.excluded == 0
    if wantsData {
      output.print(data: why)
    } else {
      let columns = output.standardOutput.columns ?? .max
      output.print(lines: TextLayout.wrap(why.insight.definition, width: columns))
      if isEmpty { output.info("No sessions.") }
      why.parts.forEach(show)
    }
    return isEmpty ? .refused : .done
  }

  /// Shows the newest sessions of a part, with the total if there are more.
  private func show(_ part: Drilldown.Part) {
    let newest = part.count > part.rows.count ? "; showing the newest \(part.rows.count)" : ""
    if let reason = part.reason {
      output.print("\(part.count) excluded: \(reason)\(newest)")
    } else if !newest.isEmpty {
      output.print("\(counted(part.count, "session"))\(newest), use --all for all")
    }
    if !part.rows.isEmpty { output.print(table(part.rows)) }
  }
}

extension Option {
  /// Returns the option that chooses the figure to explain.
  static func why(_ insights: [Insight]) -> Option {
    let names = insights.map(\.name)
    return .value(
      "why",
      "FIGURE",
      "List the sessions behind \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "").",
      completion: .values(names)
    )
  }

  /// Lists the sessions behind the figure of a command.
  static var why: Option { .flag("why", "List the sessions behind it, and those excluded.") }
}
