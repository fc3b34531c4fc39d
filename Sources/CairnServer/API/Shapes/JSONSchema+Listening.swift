// The schemas of docs/cli.md for listening.

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
      "id": .id, "short": .string, "title": .string, "series": .optional(.string),
      "author": .optional(.string), "narrator": .optional(.string),
      "duration_seconds": .optional(.count), "favorite": .bool, "added": .optional(.instant),
      "client_id": .string, "sessions": .count, "completed": .count, "active_seconds": .count,
      "plays": .count, "last_played": .optional(.instant), "position_seconds": .optional(.count),
      "notes": .optional(.string),
    ]
  )

  private static let percent = JSONSchema.integer(0...10_000)

  private static let listenedStory = JSONSchema.named(
    "StoryProgress",
    [
      "id": .id, "title": .string, "sessions": .count, "completed": .count,
      "listened_hundredths": .optional(percent), "left_at_tenth": .optional(.integer(0...9)),
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
    "preferred_hour": .optional(.integer(0...23)), "preferred_period": .optional(.string),
    "hours": .list(.count, limit: 24),
    "most_played": .optional(["id": .id, "title": .string, "plays": .count]),
    "stories": .list(listenedStory),
    "chart": [
      "range": .string, "title": .string, "summary": .string,
      "points": .list([
        "name": .string, "from": .day, "to": .day, "minutes": .optional(.count),
        "completed_minutes": .optional(.count),
      ]),
    ],
    "definitions": .list(.string),
  ]

  static let storyDrilldown: JSONSchema = [
    "figure": .string, "definition": .string, "n": .count, "excluded": .count,
    "stories": .list(listenedStory), "left_out": .list(["story": .id, "reason": .string]),
  ]
}
