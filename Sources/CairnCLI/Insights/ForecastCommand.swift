import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var forecast: Command {
    Command(
      "forecast",
      summary: "Estimate when you will finish a book.",
      discussion: """
        The time left uses the pace of this reading; the finish date uses your recent pages per \
        day. Both have a range. Needs at least three sessions with pages, or with percentages in a book without a page count.
        """,
      examples: [
        Example("cairn forecast", "every book you are reading"),
        Example("cairn forecast \"Dune\" --why", "the sessions behind it"),
      ],
      arguments: [.anyBook],
      options: [.why, .limit, .all],
      action: { invocation, context in
        try await context.showFigure(.timeLeft, invocation) { book, log in
          let today = try await context.today(in: log)
          let rows = try await BookForecast.all(of: book?.id, today, log)
          context.show(rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ rows: [BookForecast]) {
    if wantsData { return output.print(data: rows) }
    if rows.isEmpty { return output.info("You are not reading any books.") }
    for (index, row) in rows.enumerated() {
      if index > 0 { output.print("") }
      output.print(heading: row.row.title.visible)
      output.print(lines: lines(row))
    }
  }

  private func lines(_ row: BookForecast) -> [String] {
    let left = self.left(row.progress)
    let (time, finish) = (row.forecast.timeLeft, row.forecast.finish)
    guard time.value != nil else { return left + lines("forecast", time) { _ in "" } }
    let timeLeft = lines("time left", time) { estimate in
      text(estimate.value) + range(estimate.range, text)
    }
    return left + timeLeft
      + [
        "  finish     "
          + (finish.value.map { times.format.day($0.value) + range($0.range, times.format.day) }
            ?? finish.missing ?? "")
      ]
  }

  private func left(_ progress: BookProgress) -> [String] {
    if let left = progress.pagesLeft { return ["  pages left \(left) of \(progress.pages ?? 0)"] }
    return progress.hundredthsLeft.map { ["  left       \(decimal($0)) %"] } ?? []
  }

  /// Returns ` (Mon 2 Mar to Thu 5 Mar)`; empty if both ends read the same.
  private func range<Value>(_ range: ClosedRange<Value>?, _ text: (Value) -> String) -> String {
    guard let range else { return "" }
    let ends = (text(range.lowerBound), text(range.upperBound))
    return ends.0 == ends.1 ? "" : " (\(ends.0) to \(ends.1))"
  }
}
