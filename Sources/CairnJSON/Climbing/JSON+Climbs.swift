package import Cairn
package import CairnReports

// The JSON form of climbs, documented in `docs/cli.md`.

extension ClimbRow: JSONModel {
  package static let fields = JSONFields<ClimbRow>(
    named: "Climb",
    [
      .init("id", \.climb.id),
      .init("short", \.shortID),
      .init("session_id", \.climb.session),
      .init("day", \.day),
      .init("place", \.place),
      .init("outdoor", \.isOutdoor),
      .init("position", \.climb.position),
      .init("at", \.climb.at),
      .init("name", \.climb.name),
      .init("discipline", \.climb.discipline),
      .init("grade") { $0.climb.grade?.text },
      .init("grade_scale") { $0.climb.grade?.scale },
      .init("approximately") { $0.climb.grade?.conversions ?? [] },
      .init("style", \.climb.style),
      .init("pitches", .integer(1...1_000), \.climb.pitches),
      .init("angle", .integer(Climb.angles), \.climb.angle),
      .init("stars") { $0.climb.stars?.text },
      .init("notes", \.climb.notes),
      .init("source", \.climb.source),
      .init("sent") { $0.send != nil },
      .list("attempts", \.attempts.numbered, NumberedAttempt.fields),
      .init("tags", \.marks),
    ]
  )
}

extension GradeConversion: JSONModel {
  package static let fields: JSONFields<GradeConversion> = [
    .init("grade", \.text),
    .init("grade_scale", \.scale),
  ]
}

/// An attempt with its position in the list: stored numbers have gaps, and two devices may assign the same one.
private struct NumberedAttempt {
  let number: Int
  let attempt: Attempt

  static let fields = JSONFields<NumberedAttempt>(
    named: "Attempt",
    [
      .init("id", \.attempt.id),
      .init("number", \.number),
      .init("result", \.attempt.result),
      .init("tick", \.attempt.tick),
      .init("at", \.attempt.at),
      .init("text", \.attempt.label),
    ]
  )

  static let publicFields: JSONFields<NumberedAttempt> = [
    .init("number", \.number),
    .init("result", \.attempt.result),
    .init("tick", \.attempt.tick),
    .init("text", \.attempt.label),
  ]
}

extension [Attempt] {
  fileprivate var numbered: [NumberedAttempt] {
    enumerated().map { NumberedAttempt(number: $0 + 1, attempt: $1) }
  }
}

extension TagMark: JSONModel {
  package static let fields = JSONFields<TagMark>(
    named: "TagMark",
    [
      .init("tag", \.tag.text),
      .init("category", \.tag.category),
      .init("name", \.tag.name),
      .init("impact", \.impact),
    ]
  )
}

extension ClimbTag: JSONModel {
  package static let fields: JSONFields<ClimbTag> = [
    .init("tag", \.text),
    .init("category", .string, \.category),
    .init("name", \.name),
  ]
}

extension ClimbingRoute: JSONModel {
  package static let fields = JSONFields<ClimbingRoute>(
    named: "ClimbingRoute",
    [
      .init("attempts", \.attempts.count),
      .init("attempts_to_send", \.attemptsToSend),
      .init("sent_on", \.sentOn),
      .init("repeats", \.repeats),
      .list(
        "days",
        \.days,
        [
          .init("day", \.day),
          .init("attempts", \.attempts),
          .init("sends", \.sends),
        ]
      ),
    ]
  )
}

extension DeletedClimbRow: JSONModel {
  package static let fields: JSONFields<DeletedClimbRow> = [
    .init("id", \.climb.id),
    .init("short", \.shortID),
    .init("day", \.day),
    .init("name", \.climb.name),
    .init("grade") { $0.climb.grade?.text },
    .init("grade_scale") { $0.climb.grade?.scale },
  ]
}

/// A row of the logbook at an instant, documented in `docs/climbing.md`.
package struct LogbookReport: JSONModel {
  let row: LogbookRow
  /// The time until which an open session is active.
  let now: Instant

  package static let fields = JSONFields<LogbookReport>(
    named: "LogbookRow",
    [
      .init("day", \.row.day),
      .init("session_id", \.row.session),
      .init("state", .state) { $0.row.timeline?.stateName },
      .init("started_at") { $0.row.timeline?.start },
      .init("active_seconds") { report in report.row.timeline?.active(until: report.now) },
      .init("place", \.row.place),
      .init("outdoor", \.row.isOutdoor),
      .init("discipline", \.row.discipline),
      .init("climbs", \.row.climbs),
      .init("attempts", \.row.attempts),
      .init("sends", \.row.sends),
      .list(
        "hardest",
        \.row.hardest,
        [.init("grade", \.text), .init("grade_scale", \.scale)]
      ),
    ]
  )
}

extension LogbookRow {
  /// Returns the row at an instant.
  package func report(at now: Instant) -> LogbookReport { LogbookReport(row: self, now: now) }
}

/// A public session at an instant, documented in `docs/api.md`.
package struct PublicSessionReport: JSONModel {
  let session: PublicSession
  /// The time until which an open session is active.
  let now: Instant

  /// Creates the report.
  package init(_ session: PublicSession, at now: Instant) {
    (self.session, self.now) = (session, now)
  }

  package static let fields = JSONFields<PublicSessionReport>(
    named: "PublicSession",
    [
      .init("id", \.session.id),
      .init("state", .state, \.session.timeline.stateName),
      .init("day", \.session.day),
      .init("started_at", \.session.timeline.start),
      .init("ended_at", \.session.timeline.end),
      .init("zone", \.session.zone),
      .init("active_seconds") { $0.session.timeline.active(until: $0.now) },
      .init("place", \.session.place),
      .init("outdoor", \.session.isOutdoor),
      .init("discipline", \.session.discipline),
      .init("climbs", \.session.climbs),
    ]
  )
}

extension PublicClimb: JSONModel {
  package static let fields = JSONFields<PublicClimb>(
    named: "PublicClimb",
    [
      .init("name", \.climb.name),
      .init("discipline", \.climb.discipline),
      .init("grade") { $0.climb.grade?.text },
      .init("grade_scale") { $0.climb.grade?.scale },
      .init("style", \.climb.style),
      .init("pitches", .integer(1...1_000), \.climb.pitches),
      .init("sent") { $0.send != nil },
      .list("attempts", \.attempts.numbered, NumberedAttempt.publicFields),
      .init("tags", \.marks),
    ]
  )
}
