// The shapes of docs/cli.md that are of listening.

extension JSONSchema {
  static let listening = JSONSchema.named(
    "Listening",
    [
      "story": .id, "completed": .bool, "start_position_seconds": .optional(.count),
      "position_seconds": .optional(.count), "speed_hundredths": .optional(.integer(10...1_000)),
      "duration_seconds": .optional(.count), "day_only": .bool,
    ]
  )

  static let story = JSONSchema.named(
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

  private static let percent = JSONSchema.integer(0...10_000)

  private static let heardStory = JSONSchema.named(
    "StoryProgress",
    [
      "id": .id, "title": .words, "sessions": .count, "completed": .count,
      "heard_hundredths": .optional(percent), "left_at_tenth": .optional(.integer(0...9)),
      "position_seconds": .optional(.count), "duration_seconds": .optional(.count),
    ]
  )

  static let listeningOverview: JSONSchema = [
    "stories_heard": .count, "stories_begun": .count, "sessions": .count,
    "completed_sessions": .count, "completed_seconds": .count, "partial_seconds": .count,
    "current_streak": .count, "longest_streak": .count, "last_day": .optional(.day),
    "favourites": .count, "completion_hundredths": .optional(percent),
    "drop_off": .list(.count, limit: 10), "drop_off_unknown": .count,
    "average_story_seconds": .optional(.count), "listens_per_story_hundredths": .optional(.count),
    "preferred_hour": .optional(.integer(0...23)), "preferred_period": .optional(.words),
    "hours": .list(.count, limit: 24),
    "most_played": .optional(["id": .id, "title": .words, "plays": .count]),
    "stories": .list(heardStory),
    "chart": [
      "range": .words, "title": .words, "summary": .words,
      "points": .list([
        "name": .words, "from": .day, "to": .day, "minutes": .optional(.count),
        "completed_minutes": .optional(.count),
      ]),
    ],
    "definitions": .list(.words),
  ]

  static let storiesBehind: JSONSchema = [
    "figure": .words, "definition": .words, "n": .count, "excluded": .count,
    "stories": .list(heardStory), "left_out": .list(["story": .id, "reason": .words]),
  ]
}
