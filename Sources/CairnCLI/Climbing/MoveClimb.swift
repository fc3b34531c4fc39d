import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var moveClimb: Command {
    Command(
      "move",
      summary: "Move a climb to another position in the list.",
      examples: [Example("cairn climb move last --to 1", "make it the first of the session")],
      arguments: [.climb],
      options: [.value("to", "N", "The position, from 1; past the end means last.")],
      action: { invocation, context in
        guard let position = try invocation.integer("to", in: 1...1_000_000) else {
          throw CairnError("usage.missing", "--to is missing.", hint: "Give the position, from 1.")
        }
        return try await context.withLog { log in
          let id = try await ClimbReference.find(invocation.required("climb"), in: log).climb.id
          let row = try await log.write { writer in
            try MoveClimb(id, to: position).run(in: writer)
            return try writer.climbRow(id)
          }
          return context.show(row, "Moved")
        }
      }
    )
  }
}
