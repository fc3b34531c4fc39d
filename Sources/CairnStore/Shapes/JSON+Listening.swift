import Cairn

extension ListeningSubject {
  /// The JSON form of a session's listening details, documented in `docs/cli.md`.
  var json: JSON {
    .members(
      ("story", .string(story.record.text)),
      ("completed", .bool(isCompleted)),
      ("start_position_seconds", .number(startPosition?.wholeSeconds)),
      ("position_seconds", .number(endPosition?.wholeSeconds)),
      ("speed_hundredths", .number(speed)),
      ("duration_seconds", .number(duration?.wholeSeconds)),
      ("day_only", .bool(isDayOnly))
    )
  }
}

extension Milliseconds {
  /// Whole seconds, rounded down.
  package var wholeSeconds: Int64 { count / 1_000 }
}
