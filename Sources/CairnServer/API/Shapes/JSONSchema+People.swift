import Cairn

extension JSONSchema {
  static let person = JSONSchema.named("Person", ["name": .string, "called": .string])

  static let publicSession = JSONSchema.named(
    "PublicSession",
    [
      "id": .id, "state": .choice(["running", "paused", "ended"]), "day": .day,
      "started_at": .instant, "ended_at": .optional(.instant), "zone": .string,
      "active_seconds": .count, "place": .optional(.string), "outdoor": .optional(.bool),
      "discipline": .optional(.discipline), "climbs": .list(.publicClimb),
    ]
  )

  private static let publicClimb = JSONSchema.named(
    "PublicClimb",
    [
      "name": .optional(.string), "discipline": .optional(.discipline), "grade": .optional(.string),
      "grade_scale": .optional(.choice(GradeScale.all.map(\.name))),
      "style": .optional(.choice(RopeStyle.all.map(\.name))),
      "pitches": .optional(.integer(1...1_000)), "sent": .bool,
      "attempts": .list([
        "number": .count, "result": .optional(.choice(AttemptResult.all.map(\.name))),
        "tick": .optional(.tick), "words": .string,
      ]), "tags": .list(.tagMark),
    ]
  )
}
