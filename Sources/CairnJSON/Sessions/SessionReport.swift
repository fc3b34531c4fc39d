package import Cairn
package import CairnReports

/// A session at an instant, documented in `docs/cli.md`.
package struct SessionReport: JSONModel {
  let row: SessionRow
  /// The ratings and notes of a climbing session, if it is shown alone.
  let detail: Climbing?
  /// The details of an activity kind, if it is shown alone.
  package var details: Fields?
  /// The time until which an open session is active.
  let now: Instant

  package static let fields = JSONFields<SessionReport>(
    named: "Session",
    [
      .init("id", \.row.id),
      .init("short", \.row.shortID),
      .init("kind", \.row.kind.name),
      .init("state", .state, \.row.timeline.stateName),
      .init("title", \.row.title),
      .init("started_at", \.row.startedAt),
      .init("ended_at", \.row.endedAt),
      .init("zone", \.row.zone),
      .init("end_zone", \.row.endZone),
      .init("day", \.row.day),
      .init("active_seconds") { $0.row.timeline.active(until: $0.now) },
      .init("segments", \.row.timeline.segments),
      .init("pages", \.row.pages),
      .init("start_position", \.row.startPosition),
      .init("end_position", \.row.endPosition),
      .init("note", \.row.note),
      .init("source", \.row.source),
      .init("mood_before", .integer(1...5), \.row.sessionContext.moodBefore),
      .init("mood_after", .integer(1...5), \.row.sessionContext.moodAfter),
      .init("place", \.row.sessionContext.place),
      .init("tags", \.row.sessionContext.tags.names),
      .init("pauses", \.row.pauses),
      .init("climbing", \.climbing),
      .init("listening", \.row.listening),
      .optional(
        "details",
        .named(detailsName, .anything),
        meaning: "activity kinds only"
      ) { report -> JSON? in
        report.details.map { JSON.object($0.members.map { JSON.Member($0.name, $0.value.json) }) }
      },
    ]
  )

  /// The name of the schema of details, which depends on the kinds that a server knows.
  package static let detailsName = "SessionDetails"

  private var climbing: SessionClimbing? {
    row.climbing.map { SessionClimbing(sums: $0, detail: detail) }
  }
}

extension SessionRow {
  /// Returns the session at an instant; `detail` adds the ratings and notes of a climbing session.
  package func report(_ detail: Climbing? = nil, at now: Instant) -> SessionReport {
    SessionReport(row: self, detail: detail, now: now)
  }
}

extension JSONSchema {
  /// The state of a session.
  static let state = JSONSchema.choice(["running", "paused", "ended"])
}

extension Timeline {
  /// Running, paused or ended.
  var stateName: String { isEnded ? "ended" : TimerState(self).name }
}

extension Segment: JSONModel {
  package static let fields: JSONFields<Segment> = [
    .init("start", \.start),
    .init("end", \.end),
  ]
}

extension Pause: JSONModel {
  package static let fields: JSONFields<Pause> = [
    .init("start", \.start),
    .init("end", \.end),
    .init("reason", \.reason),
  ]
}

extension ListeningSubject: JSONModel {
  package static let fields = JSONFields<ListeningSubject>(
    named: "Listening",
    [
      .init("story", \.story),
      .init("completed", \.isCompleted),
      .init("start_position_seconds", \.startPosition),
      .init("position_seconds", \.endPosition),
      .init("speed_hundredths", .integer(10...1_000), \.speed),
      .init("duration_seconds", \.duration),
      .init("day_only", \.isDayOnly),
    ]
  )
}

/// The climbing part of a session.
struct SessionClimbing: JSONModel {
  let sums: ClimbingSums
  let detail: Climbing?

  static let fields = JSONFields<SessionClimbing>(
    named: "Climbing",
    [
      .init("discipline", \.sums.discipline),
      .init("climbs", \.sums.climbs),
      .init("attempts", \.sums.attempts),
      .init("sends", \.sums.sends),
    ],
    personal.flattened(ifPresent: \.detail)
  )

  private static let personal: JSONFields<Climbing> = [
    .init("mental", .integer(ClimbingScale.mental.range), \.mental),
    .init("physical", .integer(ClimbingScale.physical.range), \.physical),
    .init("rpe", .integer(ClimbingScale.exertion.range), \.exertion),
    .init("pump", .integer(ClimbingScale.pump.range), \.pump),
    .init("private", \.isPrivate),
    .init("outdoor", \.isOutdoor),
    .init("partners", \.partners),
    .init("conditions", \.conditions),
    .init("temperature", .integer(ClimbingScale.temperature.range), \.temperature),
    .init("humidity", .integer(ClimbingScale.humidity.range), \.humidity),
  ]
}
