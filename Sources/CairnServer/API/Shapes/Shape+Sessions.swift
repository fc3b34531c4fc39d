// The shapes of docs/cli.md, one file for each part of the API.

extension Shape {
  static let position = Shape.named(
    "Position",
    [
      "unit": .choice(["page", "percent", "location"]), "value": .count,
      "total": .optional(.count),
    ]
  )

  static let stretch: Shape = ["start": .instant, "end": .optional(.instant)]

  private static let sessionMembers: Shape =
    [
      "id": .id, "short": .words, "kind": .words,
      "state": .choice(["running", "paused", "ended"]), "title": .optional(.words),
      "started_at": .instant, "ended_at": .optional(.instant), "zone": .words,
      "end_zone": .optional(.words), "day": .day, "active_seconds": .count,
      "segments": .list(.stretch), "pages": .optional(.count),
      "start_position": .optional(.position), "end_position": .optional(.position),
      "note": .optional(.words), "source": .optional(.words),
      "mood_before": .optional(.integer(1...5)), "mood_after": .optional(.integer(1...5)),
      "place": .optional(.words),
      "pauses": .list([
        "start": .instant, "end": .optional(.instant), "reason": .optional(.words),
      ]), "climbing": .optional(.climbing),
      "listening": .optional(.listening),
    ]

  static let session = Shape.named("Session", sessionMembers)

  /// A session that was ended; with a question, or null, where one was asked for.
  static let endedSession: Shape = {
    guard case .object(let members) = sessionMembers else { return session }
    let question = Member("question", .optional(.question), "where “ask” was given")
    return .named("EndedSession", .object(members + [question]))
  }()

  /// Some of a longer list, and what is handed back to go on.
  static func page(_ name: String, of element: Shape) -> Shape {
    .object([Member(needed: name, .list(element)), Member(needed: "next", .optional(.words))])
  }

  /// A thing that is gone, by its id.
  static func gone(_ state: String) -> Shape { ["id": .id, "state": .choice([state])] }
}
