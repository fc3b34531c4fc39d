import Cairn

extension Shape {
  /// What every figure says of itself, after what it is.
  static func figure(_ value: [(String, Shape)]) -> Shape {
    let rest: [(String, Shape)] = [
      ("definition", .words), ("n", .count), ("excluded", .count),
      ("left_out", .list(["reason": .words, "count": .count])), ("missing", .optional(.words)),
    ]
    return .object((value + rest).map { Member(needed: $0.0, $0.1) })
  }

  static let pace = Shape.named(
    "PaceFigure",
    [
      "hundredths": .optional(.count), "definition": .words, "sessions": .count,
      "excluded": .count,
    ]
  )

  static let average = Shape.named(
    "Average",
    figure([
      ("active_seconds", .optional(.count)), ("pages_hundredths", .optional(.count)),
      ("sessions_hundredths", .optional(.count)),
    ])
  )

  private static let times: Shape = [
    "name": .optional(.words), "seconds": .count, "times": .count,
  ]

  static let statistics = Shape.named(
    "Statistics",
    [
      "period": .words, "active_seconds": .count, "lived_seconds": .optional(.count),
      "active_days": .count, "sessions": .count, "pages": .count, "definition": .words,
      "lived_definition": .words, "pages_per_hour": .pace, "from": .optional(.day),
      "to": .optional(.day), "average_day": .optional(.average),
      "average_week": .optional(.average),
      "mood": figure([
        ("before_hundredths", .optional(.count)), ("after_hundredths", .optional(.count)),
      ]),
      "interruptions": figure([
        ("pauses", .optional(.count)), ("paused_seconds", .optional(.count)),
        ("focus_hundredths", .optional(.count)), ("reasons", .list(times)),
      ]),
      "places": figure([("places", .list(times))]),
    ]
  )

  static let periodRow = Shape.named(
    "PeriodRow",
    [
      "from": .day, "to": .day, "active_seconds": .count, "active_days": .count,
      "sessions": .count, "pages": .count,
    ]
  )

  static let thingRow = Shape.named(
    "ThingRow",
    [
      "name": .optional(.words), "id": .optional(.id), "seconds": .count, "times": .count,
      "pages": .optional(.count), "pages_per_hour_hundredths": .optional(.count),
    ]
  )

  static let today: Shape = [
    "day": .day, "active_seconds": .count, "lived_seconds": .count, "sessions": .count,
    "pages": .count,
    "definition": .words, "lived_definition": .words,
    "streak": [
      "current": .count, "longest": .count, "open_today": .bool, "definition": .words,
    ],
  ]

  /// What a figure is called, and how it is computed.
  static let definition: Shape = ["name": .words, "definition": .words]
}
