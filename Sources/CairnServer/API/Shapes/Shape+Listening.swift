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
}
