import Cairn
import CairnStore

extension Command<CommandContext> {
  static var moveClimb: Command {
    Command(
      "move",
      group: "Climbing",
      summary: "Put a climb at another place in the list.",
      reads: true,
      examples: [Example("cairn climb move last --to 1", "it was the first of the session")],
      arguments: [.climb],
      options: [.value("to", "N", "Its place from 1 on, at the end if there are fewer.")],
      action: { invocation, context in
        guard let place = try invocation.integer("to", in: 1...1_000_000) else {
          throw CairnError("usage.missing", "--to is missing.", hint: "Give the place, from 1 on.")
        }
        return try await context.changeClimb(invocation, "Moved") { writer, id in
          try writer.moveClimb(id, to: place)
        }
      }
    )
  }
}
