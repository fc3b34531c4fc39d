import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension Argument {
  static var anyBook: Argument {
    .optional("book", BookReference.help, completion: .live("titles"))
  }
}

extension Surroundings {
  /// Shows a figure of the book that is named, or of all; with `--why` the sessions behind it.
  func showFigure(
    _ insight: Insight,
    _ invocation: Invocation,
    _ show: @Sendable (EntryRow?, Log) async throws -> ExitCode
  ) async throws -> ExitCode {
    try await withLog { log in
      var book: EntryRow?
      if let word = invocation.value("book") { book = try await BookReference.find(word, in: log) }
      guard invocation.flag("why") else { return try await show(book, log) }
      var filter = SessionFilter(limit: .max)
      (filter.kind, filter.entry) = (Reading.kind, book?.id)
      return self.show(Why(insight, among: try await log.sessions(filter)), invocation)
    }
  }

  /// Lists the sessions behind a figure of `cairn stats`.
  func showWhy(
    _ name: String,
    _ span: Span,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let insight = Why.ofStats.first { $0.name == name } ?? .time
    var filter = SessionFilter(limit: .max)
    if [.time, .pages].contains(insight) {
      filter.touching = span.days
    } else {
      filter.days = span.days
    }
    return show(Why(insight, among: try await log.sessions(filter)), invocation)
  }

  /// Shows the sessions that count, then those left out with the reason.
  func show(_ why: Why, _ invocation: Invocation) -> ExitCode {
    let isEmpty = why.counted.isEmpty && why.leftOut.isEmpty
    if wantsJSON {
      output.print(why.json.text)
    } else {
      let columns = output.standardOutput.columns ?? .max
      output.print(lines: TextLayout.wrap(why.insight.definition, width: columns))
      if isEmpty { output.say("No sessions.") }
      if !why.counted.isEmpty { output.print(table(cut(why.counted, invocation))) }
      for reason in why.leftOut.map(\.reason).withoutRepeats {
        let rows = why.leftOut.filter { $0.reason == reason }.map(\.row)
        output.print("\(rows.count) left out: \(reason)")
        output.print(table(cut(rows, invocation)))
      }
    }
    return isEmpty ? .refused : .done
  }
}

extension Option {
  /// Which figure to explain, where a command has several.
  static func why(_ insights: [Insight]) -> Option {
    let names = insights.map(\.name)
    return .value(
      "why",
      "FIGURE",
      "List the sessions behind \(names.joined(separator: ", ")).",
      completion: .values(names)
    )
  }

  /// Lists the sessions behind the figure of a command.
  static var why: Option { .flag("why", "List the sessions behind it, and those left out.") }
}
