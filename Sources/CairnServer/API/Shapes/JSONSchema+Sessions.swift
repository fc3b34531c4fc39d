// The schemas of docs/cli.md, one file for each part of the API.

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
      "id": .id, "short": .string, "kind": .string,
      "state": .choice(["running", "paused", "ended"]), "title": .optional(.string),
      "started_at": .instant, "ended_at": .optional(.instant), "zone": .string,
      "end_zone": .optional(.string), "day": .day, "active_seconds": .count,
      "segments": .list(.stretch), "pages": .optional(.count),
      "start_position": .optional(.position), "end_position": .optional(.position),
      "note": .optional(.string), "source": .optional(.string),
      "mood_before": .optional(.integer(1...5)), "mood_after": .optional(.integer(1...5)),
      "place": .optional(.string),
      "pauses": .list([
        "start": .instant, "end": .optional(.instant), "reason": .optional(.string),
      ]), "climbing": .optional(.climbing),
      "listening": .optional(.listening),
    ]

  static let session = JSONSchema.named("Session", sessionMembers)

  /// A stopped session, with a question or null if one was requested.
  static let endedSession: JSONSchema = {
    guard case .object(let members) = sessionMembers else { return session }
    let question = SchemaField("question", .optional(.question), "present if the request has `ask`")
    return .named("EndedSession", .object(members + [question]))
  }()

  /// Returns the schema of one page of a list, with the cursor of the next.
  static func page(_ name: String, of element: JSONSchema) -> JSONSchema {
    .object([
      SchemaField(required: name, .list(element)),
      SchemaField(required: "next", .optional(.string)),
    ])
  }

  /// Returns the schema of a deleted resource.
  static func removed(_ state: String) -> JSONSchema { ["id": .id, "state": .choice([state])] }
}
