package import Cairn

extension ClimbRow {
  /// The JSON form of a climb, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(climb.id.record.text)),
      ("short", .string(shortID.text)),
      ("session_id", .text(climb.session?.record.text)),
      ("day", .string(day.text)),
      ("place", .text(place)),
      ("outdoor", .flag(isOutdoor)),
      ("position", .integer(climb.position)),
      ("at", .text(climb.at?.text)),
      ("name", .text(climb.name)),
      ("discipline", .text(climb.discipline?.name)),
      ("grade", .text(climb.grade?.text)),
      ("grade_scale", .text(climb.grade?.scale.name)),
      ("approximately", .array((climb.grade?.conversions ?? []).map(\.json))),
      ("style", .text(climb.style?.name)),
      ("pitches", .number(climb.pitches)),
      ("angle", .number(climb.angle)),
      ("stars", .text(climb.stars?.text)),
      ("notes", .text(climb.notes)),
      ("source", .text(climb.source)),
      ("sent", .bool(send != nil)),
      ("attempts", .array(attempts.enumerated().map { $1.json(number: $0 + 1) })),
      ("tags", .array(marks.map(\.json)))
    )
  }
}

extension ClimbingRoute {
  /// The JSON form of a route's history, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("attempts", .integer(Int64(attempts.count))),
      ("attempts_to_send", .number(attemptsToSend)),
      ("sent_on", .text(sentOn?.text)),
      ("repeats", .integer(repeats)),
      (
        "days",
        .array(
          days.map {
            .members(
              ("day", .string($0.day.text)),
              ("attempts", .integer($0.attempts)),
              ("sends", .integer($0.sends))
            )
          }
        )
      )
    )
  }
}

extension DeletedClimbRow {
  /// The JSON form of a deleted climb, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(climb.id.record.text)),
      ("short", .string(shortID.text)),
      ("day", .string(day.text)),
      ("name", .text(climb.name)),
      ("grade", .text(climb.grade?.text)),
      ("grade_scale", .text(climb.grade?.scale.name))
    )
  }
}

extension GradeConversion {
  /// The JSON form of a grade's equivalent in another scale, documented in `docs/cli.md`.
  var json: JSON {
    .members(("grade", .string(text)), ("grade_scale", .string(scale.name)))
  }
}

extension ClimbingSums {
  /// The JSON form of a climbing session's totals, documented in `docs/cli.md`.
  var json: JSON {
    .members(
      ("discipline", .text(discipline?.name)),
      ("climbs", .integer(climbs)),
      ("attempts", .integer(attempts)),
      ("sends", .integer(sends))
    )
  }
}

extension Attempt {
  /// Returns the JSON form of an attempt, documented in `docs/cli.md`.
  ///
  /// Its number is its position in the list: stored numbers have gaps, and two devices may assign the same one.
  fileprivate func json(number: Int) -> JSON {
    .members(
      ("id", .string(id.record.text)),
      ("number", .integer(Int64(number))),
      ("result", .text(result?.name)),
      ("tick", .text(tick?.name)),
      ("at", .text(at?.text)),
      ("words", .string(label))
    )
  }
}

extension TagMark {
  /// The JSON form of a tag on a climb, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("tag", .string(tag.text)),
      ("category", .string(tag.category.name)),
      ("name", .string(tag.name)),
      ("impact", .string(impact.name))
    )
  }
}

extension Climbing {
  /// The JSON form of a session's climbing details, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("discipline", .text(discipline?.name)),
      ("mental", .number(mental)),
      ("physical", .number(physical)),
      ("rpe", .number(exertion)),
      ("pump", .number(pump)),
      ("private", .bool(isPrivate)),
      ("outdoor", .flag(isOutdoor)),
      ("partners", .array(partners.map { .string($0) })),
      ("conditions", .text(conditions)),
      ("temperature", .number(temperature)),
      ("humidity", .number(humidity))
    )
  }
}

extension JSON {
  /// Returns true, false, or null for nil.
  static func flag(_ value: Bool?) -> JSON { value.map { .bool($0) } ?? .null }
}

extension LogbookRow {
  /// Returns the JSON form of a logbook row, documented in `docs/climbing.md`.
  package func json(at now: Instant) -> JSON {
    .members(
      ("day", .string(day.text)),
      ("session_id", .text(session?.record.text)),
      ("state", .text(timeline.map { $0.isEnded ? "ended" : TimerState($0).name })),
      ("started_at", .text(timeline?.start.text)),
      ("active_seconds", .number(timeline.map { $0.active(until: now).count / 1_000 })),
      ("place", .text(place)),
      ("outdoor", .flag(isOutdoor)),
      ("discipline", .text(discipline?.name)),
      ("climbs", .integer(climbs)),
      ("attempts", .integer(attempts)),
      ("sends", .integer(sends)),
      (
        "hardest",
        .array(
          hardest.map {
            .members(("grade", .string($0.text)), ("grade_scale", .string($0.scale.name)))
          }
        )
      )
    )
  }
}
