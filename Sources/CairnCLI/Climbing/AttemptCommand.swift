import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var attempt: Command {
    Command(
      "attempt",
      summary: "Log an attempt on a climb.",
      discussion: """
        Without --climb the attempt belongs to the climb added last. A send counts as a flash when it is \
        the first attempt on the route on any day, as a repeat when the route was sent before, else as a \
        redpoint. Give \(Tick.all.map(\.name).joined(separator: ", ")) to set the style yourself; sent with \
        --change makes it automatic again. \
        The time is now while the session runs and unknown afterwards, unless you give --at.
        """,
      examples: [
        Example("cairn attempt fell", "another fall on the last climb"),
        Example("cairn attempt sent", "the send"),
        Example("cairn attempt onsight --climb \"The Nose\"", "another climb of the session"),
        Example("cairn attempt --delete 2", "delete the second attempt"),
        Example("cairn attempt fell --change 2", "the second attempt was a fall"),
        Example("cairn attempt --change 2 --at 19:40", "set its time"),
      ],
      arguments: [
        .optional(
          "result",
          "\(Self.results.joined(separator: ", ")).",
          completion: .values(Self.results)
        )
      ],
      options: [
        .value("climb", "CLIMB", ClimbReference.help, completion: .live("climbs")),
        .climbTime, .value("change", "N", "Edit the Nth attempt instead of adding one."),
        .value("delete", "N", "Delete the Nth attempt."),
      ],
      action: { invocation, context in
        let result = try invocation.choice("result", of: Self.results)
        let (change, delete) = (
          try invocation.attemptNumber("change"), try invocation.attemptNumber("delete")
        )
        try Self.check(result, change, delete, isTimed: invocation.value("at") != nil)
        return try await context.withLog { log in
          let row = try await ClimbReference.find(invocation.value("climb") ?? "last", in: log)
          if invocation.value("climb") == nil { try await context.requireCurrent(row, in: log) }
          let climbContext = row.climb.climbContext
          let at = try await context.climbTime(invocation, on: climbContext, in: log)
          let changed = try await log.write { writer in
            if let delete {
              try DeleteAttempt(row.attempt(delete).id).run(in: writer)
            } else if let change {
              var edit = EditAttempt(try row.attempt(change).id, at: at)
              if let result {
                let (came, tick) = Self.meaning(result)
                (edit.result, edit.tick) = (.some(came), .some(tick))
              }
              try edit.run(in: writer)
            } else {
              let (came, tick) = Self.meaning(result)
              try LogAttempt(came, tick, to: row.climb.id, at: at).run(in: writer)
            }
            return try writer.climbRow(row.climb.id)
          }
          let done = delete != nil ? "Attempt deleted" : change != nil ? "Edited" : "Logged"
          return context.show(changed, done)
        }
      }
    )
  }

  private static var results: [String] { ["fell", "sent", "unknown"] + Tick.all.map(\.name) }

  /// Parses a typed result into the result and the tick it implies.
  private static func meaning(_ word: String?) -> (AttemptResult?, Tick?) {
    switch word {
    case "fell": (.fell, nil)
    case "unknown", nil: (nil, nil)
    default: (.sent, word.flatMap { Tick(name: $0) })
    }
  }

  private static func check(
    _ result: String?,
    _ change: Int?,
    _ delete: Int?,
    isTimed: Bool
  ) throws(CairnError) {
    if delete != nil, result == nil, change == nil, !isTimed { return }
    guard delete == nil, result != nil || (change != nil && isTimed) else {
      throw CairnError(
        "usage.value",
        delete == nil
          ? "The result of the attempt is missing."
          : "--delete takes no result, no --change and no --at.",
        hint: delete == nil ? "Give one of \(results.joined(separator: ", "))." : "Remove them."
      )
    }
  }
}

extension CommandContext {
  /// Refuses an unnamed climb of another day, because a forgotten `start` must not change an old session.
  fileprivate func requireCurrent(_ row: ClimbRow, in log: Log) async throws {
    if let id = row.climb.session, let session = try await log.session(id) {
      guard try await !isCurrent(session, in: log) else { return }
    } else if try await today(in: log) == row.day {
      return
    }
    throw CairnError(
      "climb.not_found",
      "The climb added last, \(row.climb.title), belongs to \(times.format.day(row.day)).",
      hint: "Choose it with --climb \(row.shortID.text), or start with `cairn start climb`."
    )
  }
}

extension Invocation {
  fileprivate func attemptNumber(_ name: String) throws(CairnError) -> Int? {
    try integer(name, in: 1...10_000).map { Int($0) }
  }
}

extension ClimbRow {
  /// Returns the attempt with a 1-based number; throws `attempt.not_found`.
  fileprivate func attempt(_ number: Int) throws(CairnError) -> Attempt {
    guard attempts.indices.contains(number - 1) else {
      throw CairnError(
        "attempt.not_found",
        "\(climb.title) has no attempt \(number).",
        hint: "Choose one from 1 to \(attempts.count)."
      )
    }
    return attempts[number - 1]
  }
}
