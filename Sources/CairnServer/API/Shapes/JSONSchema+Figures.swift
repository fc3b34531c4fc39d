import Cairn

extension JSONSchema {
  /// What every figure says of itself, after what it is.
  static func figure(_ value: [(String, JSONSchema)]) -> JSONSchema {
    let rest: [(String, JSONSchema)] = [
      ("definition", .words), ("n", .count), ("excluded", .count),
      ("left_out", .list(["reason": .words, "count": .count])), ("missing", .optional(.words)),
    ]
    return .object((value + rest).map { SchemaField(needed: $0.0, $0.1) })
  }

  static let pace = JSONSchema.named(
    "PaceFigure",
    [
      "hundredths": .optional(.count), "definition": .words, "sessions": .count,
      "excluded": .count,
    ]
  )

  static let average = JSONSchema.named(
    "Average",
    figure([
      ("active_seconds", .optional(.count)), ("pages_hundredths", .optional(.count)),
      ("sessions_hundredths", .optional(.count)),
    ])
  )

  private static let times: JSONSchema = [
    "name": .optional(.words), "seconds": .count, "times": .count,
  ]

  static let statistics = JSONSchema.named(
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

  static let periodRow = JSONSchema.named(
    "PeriodRow",
    [
      "from": .day, "to": .day, "active_seconds": .count, "active_days": .count,
      "sessions": .count, "pages": .count,
    ]
  )

  static let thingRow = JSONSchema.named(
    "ThingRow",
    [
      "name": .optional(.words), "id": .optional(.id), "seconds": .count, "times": .count,
      "pages": .optional(.count), "pages_per_hour_hundredths": .optional(.count),
    ]
  )

  static let today: JSONSchema = [
    "day": .day, "active_seconds": .count, "lived_seconds": .count, "sessions": .count,
    "pages": .count,
    "definition": .words, "lived_definition": .words,
    "streak": [
      "current": .count, "longest": .count, "open_today": .bool, "definition": .words,
    ],
  ]

  /// What a figure is called, and how it is computed.
  static let definition: JSONSchema = ["name": .words, "definition": .words]
}
