import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var listen: Command {
    Command(
      "listen",
      summary: "Show listening sessions.",
      subcommands: [listenLog]
    )
  }

  private static var listenLog: Command {
    Command(
      "log",
      summary: "List listening sessions, newest first.",
      discussion: """
        A session is finished if it reached the end of the story, else unfinished. If known, \
        the last columns show the start and end position in the audio.
        """,
      examples: [
        Example("cairn listen log --week", "this week"),
        Example("cairn listen log --story \"Emma\"", "one story"),
        Example("cairn listen log --completed --json", "as JSON"),
      ],
      options: [
        .today, .week, .month, .year, .ofStory, .flag("completed", "Only finished sessions."),
        .flag("partial", "Only unfinished sessions."), .limit, .all,
      ],
      action: { invocation, context in
        let isCompleted = try invocation.isCompleted()
        return try await context.withLog { log in
          var filter = SessionFilter(limit: try invocation.limit() + 1)
          (filter.kind, filter.isCompleted) = (Listening.kind, isCompleted)
          filter.days = try await context.window(invocation, in: log)
          if let word = invocation.value("story") {
            filter.story = try await StoryReference.find(word, in: log).id
          }
          let rows = context.cut(try await log.sessions(filter), invocation)
          context.showListening(rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension Option {
  static var ofStory: Option {
    .value("story", "STORY", "Only sessions of this story.", completion: .live("stories"))
  }
}

extension Invocation {
  /// Returns true for `--completed`, false for `--partial`, nil without; throws `usage.value` for both.
  fileprivate func isCompleted() throws(CairnError) -> Bool? {
    try either("completed", "partial")
  }
}

extension CommandContext {
  fileprivate func showListening(_ rows: [SessionRow]) {
    if wantsData { return output.print(data: rows.map { $0.report(at: now) }) }
    if rows.isEmpty { return output.info("No listening sessions.") }
    var table = Table(
      .init("id"),
      .init("day"),
      .init("time"),
      .init("active", isNumber: true),
      .init("result", canHide: true),
      .init("from", isNumber: true, canHide: true),
      .init("to", isNumber: true),
      .init("story", canShrink: true)
    )
    for row in rows {
      let listening = row.listening
      let outcome = row.endedAt == nil ? TimerState(row.timeline).name : listening?.outcome ?? ""
      table.append(
        .init(row.shortID.text, .dim),
        .init(times.format.day(row.day)),
        .init(clocks(row)),
        .init(text(row.timeline.active(until: now)), row.endedAt == nil ? .accent : nil),
        .init(outcome, listening?.isCompleted == true ? .accent : nil),
        .init(listening?.startPosition?.audioText ?? ""),
        .init(listening?.endPosition?.audioText ?? ""),
        .init(row.title ?? row.kind.name)
      )
    }
    output.print(table)
  }
}
