import Cairn

extension Shape {
  static let discipline = Shape.choice(Discipline.all.map(\.name))
  static let tick = Shape.choice(Tick.all.map(\.name))

  /// What climbing adds to a session; what a climber says of it only where it is shown alone.
  static let climbing = Shape.named("Climbing", .object(sums + said))

  private static let sums = [
    Member(needed: "discipline", .optional(.discipline)), Member(needed: "climbs", .count),
    Member(needed: "attempts", .count), Member(needed: "sends", .count),
  ]

  private static let said =
    [ClimbingScale.mental, .physical, .exertion, .pump].map {
      Member($0.name, .optional(.integer($0.range)))
    } + [
      Member("private", .bool), Member("outdoor", .optional(.bool)),
      Member("partners", .list(.words)), Member("conditions", .optional(.words)),
      Member("temperature", .optional(.integer(ClimbingScale.temperature.range))),
      Member("humidity", .optional(.integer(ClimbingScale.humidity.range))),
    ]

  static let climb = Shape.named(
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
  static let climbingRoute = Shape.named(
    "ClimbingRoute",
    [
      "attempts": .count, "attempts_to_send": .optional(.count), "sent_on": .optional(.day),
      "repeats": .count, "days": .list(["day": .day, "attempts": .count, "sends": .count]),
    ]
  )

  static let attempt = Shape.named(
    "Attempt",
    [
      "id": .id, "number": .count,
      "result": .optional(.choice(AttemptResult.all.map(\.name))), "tick": .optional(.tick),
      "at": .optional(.instant), "words": .words,
    ]
  )

  static let tagMark = Shape.named(
    "TagMark",
    [
      "tag": .words, "category": .choice(TagCategory.all.map(\.name)), "name": .words,
      "impact": .choice(TagImpact.all.map(\.name)),
    ]
  )

  static let logbookRow = Shape.named(
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

  static let liveSession = Shape.named(
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
