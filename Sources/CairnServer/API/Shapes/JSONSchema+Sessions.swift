// The shapes of docs/cli.md, one file for each part of the API.

extension JSONSchema {
  static let position = JSONSchema.named(
    "Position",
    [
      "unit": .choice(["page", "percent", "location"]), "value": .count,
      "total": .optional(.count),
    ]
  )

  static let stretch: JSONSchema = ["start": .instant, "end": .optional(.instant)]

  private static let sessionMembers: JSONSchema =
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

  static let session = JSONSchema.named("Session", sessionMembers)

  /// A session that was ended; with a question, or null, where one was asked for.
  static let endedSession: JSONSchema = {
    guard case .object(let members) = sessionMembers else { return session }
    let question = SchemaField("question", .optional(.question), "where “ask” was given")
    return .named("EndedSession", .object(members + [question]))
  }()

  /// Some of a longer list, and what is handed back to go on.
  static func page(_ name: String, of element: JSONSchema) -> JSONSchema {
    .object([SchemaField(needed: name, .list(element)), SchemaField(needed: "next", .optional(.words))])
  }

  /// A thing that is gone, by its id.
  static func gone(_ state: String) -> JSONSchema { ["id": .id, "state": .choice([state])] }
}
