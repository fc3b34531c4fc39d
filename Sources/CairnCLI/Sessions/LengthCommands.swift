import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var lengthen: Command {
    resize(
      "lengthen",
      "later",
      Example("cairn lengthen last 10m", "it ended ten minutes later"),
      by: +
    )
  }

  static var shorten: Command {
    resize(
      "shorten",
      "earlier",
      Example("cairn shorten last 10m", "it ended ten minutes earlier"),
      by: -
    )
  }

  private static func resize(
    _ name: String,
    _ direction: String,
    _ example: Example,
    by change: @escaping @Sendable (Instant, Milliseconds) -> Instant
  ) -> Command {
    Command(
      name,
      summary: "Move the end of a session \(direction).",
      examples: [example],
      arguments: [.session, .required("duration", "By how much: 10m, 1h30.")],
      options: [.adjust, .allowLong],
      action: { invocation, context in
        let length = try context.times.duration(invocation.required("duration")).value
        return try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          let end = change(row.endedAt ?? context.now, length)
          let range = row.startedAt..<max(row.startedAt, end)
          try context.refuseLong(range, invocation, context.format(row.zone))
          var edit = EditSession(row.id)
          (edit.end, edit.adjusts) = (end, invocation.flag("adjust"))
          let changed = try await context.write(to: log) { [edit] writer in
            try edit.run(in: writer)
            return try writer.row(row.id)
          }
          return context.showEnded(changed, "Edited")
        }
      }
    )
  }
}

extension SessionRow {
  /// Returns the end with which the session lasts `length` without its pauses, from a new start or its own.
  func end(lasting length: Milliseconds, from start: Instant?, now: Instant) -> Instant {
    let active = timeline.active(until: now) - ((start ?? startedAt) - startedAt)
    return (endedAt ?? now) + (length - active)
  }
}
