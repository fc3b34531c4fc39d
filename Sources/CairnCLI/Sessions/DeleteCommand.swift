import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var delete: Command {
    Command(
      "delete",
      summary: "Delete sessions.",
      discussion: "Restore them with `cairn undo`: several are one entry of the history.",
      examples: [
        Example("cairn delete k3f9ab", "it no longer counts in your stats"),
        Example("cairn delete last @3", "the newest and the third newest"),
        Example("cairn delete @2..@5", "four sessions"),
      ],
      arguments: [
        .repeating(
          "session",
          "Ids, last, @2 for the second newest, or @2..@5.",
          atLeastOne: true,
          completion: .live("ids")
        )
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let rows = try await SessionReference.all(invocation.values("session"), in: log)
          let followed = try await log.write { writer in
            try DeleteSessions(rows.map(\.id)).run(in: writer)
            try writer.reconcileReadThroughDates()
            return writer.movedFinish
          }
          let exit = context.showDeleted(rows)
          try await context.report(followed, in: log)
          return exit
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func showDeleted(_ rows: [SessionRow]) -> ExitCode {
    if rows.count == 1 { return showRemoved(rows[0], "Deleted \(line(rows[0]))") }
    if wantsData {
      output.print(data: rows.map { $0.report(at: now) })
    } else {
      for row in rows { output.info("Deleted \(line(row))") }
      output.info("Restore all \(rows.count) with `cairn undo`.")
    }
    return .done
  }
}
