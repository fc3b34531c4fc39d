import Cairn

extension JSONSchema {
  static let discipline = JSONSchema.choice(Discipline.all.map(\.name))
  static let tick = JSONSchema.choice(Tick.all.map(\.name))

  /// What climbing adds to a session; what a climber says of it only where it is shown alone.
  static let climbing = JSONSchema.named("Climbing", .object(sums + said))

  private static let sums = [
    SchemaField(needed: "discipline", .optional(.discipline)), SchemaField(needed: "climbs", .count),
    SchemaField(needed: "attempts", .count), SchemaField(needed: "sends", .count),
  ]

  private static let said =
    [ClimbingScale.mental, .physical, .exertion, .pump].map {
      SchemaField($0.name, .optional(.integer($0.range)))
    } + [
      SchemaField("private", .bool), SchemaField("outdoor", .optional(.bool)),
      SchemaField("partners", .list(.words)), SchemaField("conditions", .optional(.words)),
      SchemaField("temperature", .optional(.integer(ClimbingScale.temperature.range))),
      SchemaField("humidity", .optional(.integer(ClimbingScale.humidity.range))),
    ]

  static let climb = JSONSchema.named(
    "Climb",
    [
      "id": .id, "short": .words, "session_id": .optional(.id), "day": .day,
      "place": .optional(.words), "outdoor": .optional(.bool), "position": .count,
      "at": .optional(.instant), "name": .optional(.words),
      "discipline": .optional(.discipline), "grade": .optional(.words),
      "grade_scale": .optional(.choice(GradeScale.all.map(\.name))),
      "approximately": .list(["grade": .words, "grade_scale": .choice(GradeScale.all.map(\.name))]),
      "style": .optional(.choice(RopeStyle.all.map(\.name))),
      "pitches": .optional(.integer(1...1_000)), "angle": .optional(.integer(Climb.angles)),
      "stars": .optional(.words), "notes": .optional(.words),
      "source": .optional(.words), "sent": .bool, "attempts": .list(.attempt),
      "tags": .list(.tagMark),
    ]
  )

  /// The history of a route: a climb on every occasion.
  static let climbingRoute = JSONSchema.named(
    "ClimbingRoute",
    [
      "attempts": .count, "attempts_to_send": .optional(.count), "sent_on": .optional(.day),
      "repeats": .count, "days": .list(["day": .day, "attempts": .count, "sends": .count]),
    ]
  )

  static let attempt = JSONSchema.named(
    "Attempt",
    [
      "id": .id, "number": .count,
      "result": .optional(.choice(AttemptResult.all.map(\.name))), "tick": .optional(.tick),
      "at": .optional(.instant), "words": .words,
    ]
  )

  static let tagMark = JSONSchema.named(
    "TagMark",
    [
      "tag": .words, "category": .choice(TagCategory.all.map(\.name)), "name": .words,
      "impact": .choice(TagImpact.all.map(\.name)),
    ]
  )

  static let logbookRow = JSONSchema.named(
    "LogbookRow",
    [
      "day": .day, "session_id": .optional(.id),
      "state": .optional(.choice(["running", "paused", "ended"])),
      "started_at": .optional(.instant), "active_seconds": .optional(.count),
      "place": .optional(.words), "outdoor": .optional(.bool),
      "discipline": .optional(.discipline), "climbs": .count, "attempts": .count, "sends": .count,
      "hardest": .list(["grade": .words, "grade_scale": .choice(GradeScale.all.map(\.name))]),
    ]
  )

  static let liveSession = JSONSchema.named(
    "LiveSession",
    [
      "id": .id, "kind": .words, "title": .optional(.words),
      "discipline": .optional(.discipline), "started_at": .instant,
      "state": .choice(["running", "paused"]),
      "device": .choice(["here", "moved", "elsewhere"]), "active_seconds": .count,
      "climbs": .optional(.count), "attempts": .optional(.count), "sends": .optional(.count),
      "start_position_seconds": .optional(.count), "speed_hundredths": .optional(.count),
      "last_change": .instant,
    ]
  )
}
