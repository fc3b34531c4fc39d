import Cairn

extension JSONSchema {
  /// Returns the schema of a figure: its own members, then its definition and sample size.
  static func figure(_ value: [(String, JSONSchema)]) -> JSONSchema {
    let rest: [(String, JSONSchema)] = [
      ("definition", .string), ("n", .count), ("excluded", .count),
      ("left_out", .list(["reason": .string, "count": .count])), ("missing", .optional(.string)),
    ]
    return .object((value + rest).map { SchemaField(required: $0.0, $0.1) })
  }

  static let pace = JSONSchema.named(
    "PaceFigure",
    [
      "hundredths": .optional(.count), "definition": .string, "sessions": .count,
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
    "name": .optional(.string), "seconds": .count, "times": .count,
  ]

  static let statistics = JSONSchema.named(
    "Statistics",
    [
      "period": .string, "active_seconds": .count, "non_overlapping_seconds": .optional(.count),
      "active_days": .count, "sessions": .count, "pages": .count, "definition": .string,
      "non_overlapping_definition": .string, "pages_per_hour": .pace, "from": .optional(.day),
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

  static let itemRow = JSONSchema.named(
    "ThingRow",
    [
      "name": .optional(.string), "id": .optional(.id), "seconds": .count, "times": .count,
      "pages": .optional(.count), "pages_per_hour_hundredths": .optional(.count),
    ]
  )

  static let today: JSONSchema = [
    "day": .day, "active_seconds": .count, "non_overlapping_seconds": .count, "sessions": .count,
    "pages": .count,
    "definition": .string, "non_overlapping_definition": .string,
    "streak": [
      "current": .count, "longest": .count, "open_today": .bool, "definition": .string,
    ],
  ]

  /// The name and definition of a figure.
  static let definition: JSONSchema = ["name": .string, "definition": .string]
}
