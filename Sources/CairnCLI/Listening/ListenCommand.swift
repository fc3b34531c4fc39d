import Cairn
import CairnStore

extension Command<CommandContext> {
  static var listen: Command {
    Command(
      "listen",
      group: "Listening",
      summary: "Look at what was listened to.",
      subcommands: [listenLog]
    )
  }

  private static var listenLog: Command {
    Command(
      "log",
      group: "Listening",
      summary: "List listening sessions, newest first.",
      discussion: """
        A session is completed when the story was heard to its end in it, else partial. Where it is \
        known, the last columns say from where to where in the audio it was.
        """,
      reads: true,
      examples: [
        Example("cairn listen log --week", "this week"),
        Example("cairn listen log --story \"Emma\"", "one story"),
        Example("cairn listen log --completed --json", "for another program"),
      ],
      options: [
        .today, .week, .month, .year, .ofStory, .flag("completed", "Only those to the end."),
        .flag("partial", "Only those not to the end."), .limit, .all,
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
          context.showHeard(rows)
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
    guard flag("completed"), flag("partial") else {
      return flag("completed") ? true : flag("partial") ? false : nil
    }
    throw CairnError(
      "usage.value",
      "Only one of --completed and --partial can be given.",
      hint: "Leave both out for all sessions."
    )
  }
}

extension CommandContext {
  fileprivate func showHeard(_ rows: [SessionRow]) {
    if wantsJSON { return printJSON(rows.map { $0.json(at: now) }) }
    if rows.isEmpty { return output.say("No listening.") }
    var table = Table(
      .init("id"),
      .init("day"),
      .init("time"),
      .init("active", isNumber: true),
      .init("heard"),
      .init("from", isNumber: true),
      .init("to", isNumber: true),
      .init("story", canShrink: true)
    )
    for row in rows {
      let heard = row.listening
      let outcome = row.endedAt == nil ? TimerState(row.timeline).name : heard?.outcome ?? ""
      table.append(
        .init(row.shortID.text, .dim),
        .init(times.format.day(row.day)),
        .init(clocks(row)),
        .init(text(row.timeline.active(until: now)), row.endedAt == nil ? .accent : nil),
        .init(outcome, heard?.isCompleted == true ? .accent : nil),
        .init(heard?.startPosition?.audioText ?? ""),
        .init(heard?.endPosition?.audioText ?? ""),
        .init(row.title ?? row.kind.name)
      )
    }
    output.print(table)
  }
}
