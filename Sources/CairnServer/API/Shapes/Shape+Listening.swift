// The shapes of docs/cli.md that are of listening.

extension Shape {
  static let listening = Shape.named(
    "Listening",
    [
      "story": .id, "completed": .bool, "start_position_seconds": .optional(.count),
      "position_seconds": .optional(.count), "speed_hundredths": .optional(.integer(10...1_000)),
      "duration_seconds": .optional(.count), "day_only": .bool,
    ]
  )

  static let story = Shape.named(
    "HeardStory",
    [
      "id": .id, "short": .words, "title": .words, "series": .optional(.words),
      "author": .optional(.words), "narrator": .optional(.words),
      "duration_seconds": .optional(.count), "favorite": .bool, "added": .optional(.instant),
      "client_id": .words, "sessions": .count, "completed": .count, "active_seconds": .count,
      "plays": .count, "last_played": .optional(.instant), "position_seconds": .optional(.count),
      "notes": .optional(.words),
    ]
  )
}
