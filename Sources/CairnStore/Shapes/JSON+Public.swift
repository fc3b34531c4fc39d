package import Cairn

extension PublicSession {
  /// Returns the JSON form of a public session, documented in `docs/api.md`.
  package func json(at now: Instant) -> JSON {
    .members(
      ("id", .string(id.record.text)),
      ("state", .string(timeline.isEnded ? "ended" : TimerState(timeline).name)),
      ("day", .string(day.text)),
      ("started_at", .string(timeline.start.text)),
      ("ended_at", .text(timeline.end?.text)),
      ("zone", .string(zone)),
      ("active_seconds", .integer(timeline.active(until: now).count / 1_000)),
      ("place", .text(place)),
      ("outdoor", .flag(isOutdoor)),
      ("discipline", .text(discipline?.name)),
      ("climbs", .array(climbs.map(\.json)))
    )
  }
}

extension PublicClimb {
  fileprivate var json: JSON {
    .members(
      ("name", .text(climb.name)),
      ("discipline", .text(climb.discipline?.name)),
      ("grade", .text(climb.grade?.text)),
      ("grade_scale", .text(climb.grade?.scale.name)),
      ("style", .text(climb.style?.name)),
      ("pitches", .number(climb.pitches)),
      ("sent", .bool(send != nil)),
      ("attempts", .array(attempts.enumerated().map { $1.publicJSON(number: $0 + 1) })),
      ("tags", .array(marks.map(\.json)))
    )
  }
}

extension Attempt {
  fileprivate func publicJSON(number: Int) -> JSON {
    .members(
      ("number", .integer(Int64(number))),
      ("result", .text(result?.name)),
      ("tick", .text(tick?.name)),
      ("words", .string(label))
    )
  }
}
