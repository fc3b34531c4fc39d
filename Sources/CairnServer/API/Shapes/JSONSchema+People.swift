import Cairn

extension JSONSchema {
  static let person = JSONSchema.named("Person", ["name": .words, "called": .words])

  static let publicSession = JSONSchema.named(
    "PublicSession",
    [
      "id": .id, "state": .choice(["running", "paused", "ended"]), "day": .day,
      "started_at": .instant, "ended_at": .optional(.instant), "zone": .words,
      "active_seconds": .count, "place": .optional(.words), "outdoor": .optional(.bool),
      "discipline": .optional(.discipline), "climbs": .list(.publicClimb),
    ]
  )

  private static let publicClimb = JSONSchema.named(
    "PublicClimb",
    [
      "name": .optional(.words), "discipline": .optional(.discipline), "grade": .optional(.words),
      "grade_scale": .optional(.choice(GradeScale.all.map(\.name))),
      "style": .optional(.choice(RopeStyle.all.map(\.name))),
      "pitches": .optional(.integer(1...1_000)), "sent": .bool,
      "attempts": .list([
        "number": .count, "result": .optional(.choice(AttemptResult.all.map(\.name))),
        "tick": .optional(.tick), "words": .words,
      ]), "tags": .list(.tagMark),
    ]
  )
}
