import Cairn
import CairnStore

extension Command<CommandContext> {
  static var moveClimb: Command {
    Command(
      "move",
      group: "Climbing",
      summary: "Move a climb to another position in the list.",
      reads: true,
      examples: [Example("cairn climb move last --to 1", "make it the first of the session")],
      arguments: [.climb],
      options: [.value("to", "N", "The position, from 1; past the end means last.")],
      action: { invocation, context in
        guard let position = try invocation.integer("to", in: 1...1_000_000) else {
          throw CairnError("usage.missing", "--to is missing.", hint: "Give the position, from 1.")
        }
        return try await context.changeClimb(invocation, "Moved") { writer, id in
          try writer.moveClimb(id, to: position)
        }
      }
    )
  }
}
