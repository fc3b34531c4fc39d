import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var move: Command {
    Command(
      "move",
      summary: "Move sessions to another time.",
      discussion: """
        Their lengths stay. A duration with a sign, such as +1h, moves one or several by that much, as one entry of \
        the history; a time moves one.
        """,
      examples: [
        Example("cairn move last \"yesterday 20:00\"", "same length, another time"),
        Example("cairn move @2 +1h", "an hour later"),
        Example("cairn move @2 -15m", "a quarter of an hour earlier"),
        Example("cairn move @1..@3 +1h", "three sessions"),
      ],
      arguments: [
        .repeating(
          "word",
          "Ids, last, @2 or @2..@5; then the start time, or by how much: +1h, -15m.",
          atLeastOne: true,
          completion: .live("ids"),
          allowsMinus: true
        )
      ],
      options: [.value("to", "TIME", "The start time."), .adjust],
      action: { invocation, context in
        let (names, word) = try invocation.destination
        return try await context.withLog { log in
          let rows = try await SessionReference.all(names, in: log)
          let distance = try context.distance(rows, movedTo: word)
          var shift = ShiftSessions(rows.map(\.id), by: distance)
          shift.adjusts = invocation.flag("adjust")
          let moved = try await context.write(to: log) { [shift] writer in
            try shift.run(in: writer)
            return try shift.ids.map { try writer.row($0) }
          }
          return context.show(moved, "Moved")
        }
      }
    )
  }
}

extension Invocation {
  /// The sessions, and the last argument or the value of `--to`; throws `usage.missing`.
  fileprivate var destination: (sessions: [String], time: String) {
    get throws(CairnError) {
      let words = values("word")
      if let time = value("to") { return (words, time) }
      if words.count > 1 { return (Array(words.dropLast()), words[words.count - 1]) }
      throw CairnError(
        "usage.missing",
        "The time to move the session to is missing.",
        hint: "Give the new start time, or by how much: cairn move last +1h."
      )
    }
  }
}

extension CommandContext {
  /// Returns how much later the sessions will start; throws `usage.time`.
  fileprivate func distance(
    _ rows: [SessionRow],
    movedTo word: String
  ) throws(CairnError) -> Milliseconds {
    guard let sign = word.first, "+-−".contains(sign) else {
      guard rows.count == 1 else { throw Self.severalTo(word) }
      return try times(in: rows[0].zone).instant(word).value - rows[0].startedAt
    }
    let length = try times.duration(String(word.dropFirst())).value
    return sign == "+" ? length : .zero - length
  }

  private static func severalTo(_ word: String) -> CairnError {
    CairnError(
      "usage.time",
      "Several sessions cannot all start at “\(word)”.",
      hint: "Say by how much they move: cairn move @1..@3 +1h."
    )
  }
}
