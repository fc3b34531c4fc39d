import Cairn

extension JSONSchema {
  static let discipline = JSONSchema.choice(Discipline.all.map(\.name))
  static let tick = JSONSchema.choice(Tick.all.map(\.name))

  /// The climbing part of a session; the climber's own ratings and notes only if it is shown alone.
  static let climbing = JSONSchema.named("Climbing", .object(sums + personal))

  private static let sums = [
    SchemaField(required: "discipline", .optional(.discipline)),
    SchemaField(required: "climbs", .count),
    SchemaField(required: "attempts", .count), SchemaField(required: "sends", .count),
  ]

  private static let personal =
    [ClimbingScale.mental, .physical, .exertion, .pump].map {
      SchemaField($0.name, .optional(.integer($0.range)))
    } + [
      SchemaField("private", .bool), SchemaField("outdoor", .optional(.bool)),
      SchemaField("partners", .list(.string)), SchemaField("conditions", .optional(.string)),
      SchemaField("temperature", .optional(.integer(ClimbingScale.temperature.range))),
      SchemaField("humidity", .optional(.integer(ClimbingScale.humidity.range))),
    ]

  static let climb = JSONSchema.named(
    "Climb",
    [
      "id": .id, "short": .string, "session_id": .optional(.id), "day": .day,
      "place": .optional(.string), "outdoor": .optional(.bool), "position": .count,
      "at": .optional(.instant), "name": .optional(.string),
      "discipline": .optional(.discipline), "grade": .optional(.string),
      "grade_scale": .optional(.choice(GradeScale.all.map(\.name))),
      "approximately": .list(["grade": .string, "grade_scale": .choice(GradeScale.all.map(\.name))]
      ),
      "style": .optional(.choice(RopeStyle.all.map(\.name))),
      "pitches": .optional(.integer(1...1_000)), "angle": .optional(.integer(Climb.angles)),
      "stars": .optional(.string), "notes": .optional(.string),
      "source": .optional(.string), "sent": .bool, "attempts": .list(.attempt),
      "tags": .list(.tagMark),
    ]
  )

  /// The history of a route: one entry per day.
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
      "at": .optional(.instant), "words": .string,
    ]
  )

  static let tagMark = JSONSchema.named(
    "TagMark",
    [
      "tag": .string, "category": .choice(TagCategory.all.map(\.name)), "name": .string,
      "impact": .choice(TagImpact.all.map(\.name)),
    ]
  )

  static let logbookRow = JSONSchema.named(
    "LogbookRow",
    [
      "day": .day, "session_id": .optional(.id),
      "state": .optional(.choice(["running", "paused", "ended"])),
      "started_at": .optional(.instant), "active_seconds": .optional(.count),
      "place": .optional(.string), "outdoor": .optional(.bool),
      "discipline": .optional(.discipline), "climbs": .count, "attempts": .count, "sends": .count,
      "hardest": .list(["grade": .string, "grade_scale": .choice(GradeScale.all.map(\.name))]),
    ]
  )

  static let liveSession = JSONSchema.named(
    "LiveSession",
    [
      "id": .id, "kind": .string, "title": .optional(.string),
      "discipline": .optional(.discipline), "started_at": .instant,
      "state": .choice(["running", "paused"]),
      "device": .choice(["here", "moved", "elsewhere"]), "active_seconds": .count,
      "climbs": .optional(.count), "attempts": .optional(.count), "sends": .optional(.count),
      "start_position_seconds": .optional(.count), "speed_hundredths": .optional(.count),
      "last_change": .instant,
    ]
  )
}
