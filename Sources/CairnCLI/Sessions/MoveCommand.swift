import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var move: Command {
    Command(
      "move",
      group: "Sessions",
      summary: "Move a session to another time.",
      discussion: "Its length stays. A duration with a sign moves it by that much.",
      examples: [
        Example("cairn move last \"yesterday 20:00\"", "same length, another time"),
        Example("cairn move @2 +1h", "an hour later"),
        Example("cairn move @2 -15m", "a quarter of an hour earlier"),
      ],
      arguments: [
        .session,
        .optional("time", "The start time, or by how much: +1h, -15m.", allowsMinus: true),
      ],
      options: [.value("to", "TIME", "The start time."), .adjust],
      action: { invocation, context in
        let word = try invocation.destination
        return try await context.withLog { log in
          let row = try await SessionReference.find(invocation.required("session"), in: log)
          var move = MoveSession(row.id, to: try context.start(of: row, movedTo: word))
          move.adjusts = invocation.flag("adjust")
          let moved = try await context.write(to: log) { [move] writer in
            try move.run(in: writer)
            return try writer.row(row.id)
          }
          return context.showEnded(moved, "Moved")
        }
      }
    )
  }
}

extension Invocation {
  /// The argument `time` or the value of `--to`; throws `usage.missing`.
  fileprivate var destination: String {
    get throws(CairnError) {
      if let word = value("time") ?? value("to") { return word }
      throw CairnError(
        "usage.missing",
        "The time to move the session to is missing.",
        hint: "Give the new start time, or by how much: cairn move last +1h."
      )
    }
  }
}

extension CommandContext {
  /// Returns the new start; throws `usage.time`.
  fileprivate func start(of row: SessionRow, movedTo word: String) throws(CairnError) -> Instant {
    guard let sign = word.first, "+-−".contains(sign) else {
      return try times(in: row.zone).instant(word).value
    }
    let length = try times.duration(String(word.dropFirst())).value
    return sign == "+" ? row.startedAt + length : row.startedAt - length
  }
}
