import Cairn

extension JSONSchema {
  private static let anyDiscipline = JSONSchema.optional(.discipline)
  private static let scale = JSONSchema.choice(GradeScale.all.map(\.name))

  private static let attemptSums = JSONSchema.named(
    "AttemptSums",
    [
      "attempts": .count, "unknown": .count, "sends": .count, "onsights": .count,
      "flashes": .count, "first_sends": .count,
    ]
  )

  static let pyramid = JSONSchema.named(
    "GradePyramid",
    figure([
      ("discipline", anyDiscipline), ("scale", scale),
      (
        "rows",
        .list([
          "grade": .string, "in_scale": .bool, "climbs": .count, "sums": attemptSums,
          "convention": .optional(.count),
        ])
      ),
    ])
  )

  private static let ladder = JSONSchema.named(
    "ClimbingLadder",
    [
      "discipline": anyDiscipline, "scale": scale, "pyramid": .pyramid,
      "hardest": figure([
        ("grade", .optional(.string)), ("climb_id", .optional(.id)), ("day", .optional(.day)),
      ]),
      "progression": figure([
        (
          "points",
          .list([
            "from": .day, "to": .day, "grade": .optional(.string), "climbs_sent": .count,
          ])
        )
      ]),
    ]
  )

  static let climbingInsights: JSONSchema = [
    "period": .string, "from": .day, "to": .day, "by": .choice(["day", "week", "month", "year"]),
    "overview": figure([
      ("climbs", .count), ("climbs_sent", .count), ("sessions", .count),
      ("active_seconds", .count), ("days", .count), ("partners", .count), ("sums", attemptSums),
      ("send_rate_hundredths", .optional(.count)),
    ]),
    "ladders": .list(ladder), "graded": figure([("climbs", .optional(.count))]),
    "rates": [
      "send_rate": figure([("hundredths", .optional(.count))]),
      "flash_rate": figure([("hundredths", .optional(.count))]),
      "rows": .list([
        "discipline": anyDiscipline, "climbs": .count, "sums": attemptSums,
        "send_rate_hundredths": .optional(.count), "flash_rate_hundredths": .optional(.count),
      ]),
    ],
    "volume": volume,
    "disciplines": figure([
      (
        "rows",
        .list([
          "discipline": anyDiscipline, "climbs": .count, "sums": attemptSums,
          "share_hundredths": .count,
        ])
      )
    ]),
    "tags": figure([
      (
        "rows",
        .list([
          "tag": .string, "category": .string, "name": .string, "helped": .count,
          "hindered": .count,
        ])
      )
    ]),
    "days": figure([
      ("active_days", .count), ("step", .count),
      (
        "days",
        .list(["day": .day, "climbs": .count, "climbed": .bool, "level": .integer(0...4)])
      ),
    ]),
    "felt": .list(felt), "readiness": .list(readiness),
    "streak": [
      "weeks": .count, "longest": .count, "open": .bool, "counted": .count,
      "definition": .string,
    ],
  ]

  private static let volume: JSONSchema = [
    "definition": .string, "session": figure([("mean_seconds", .optional(.count))]),
    "rows": .list([
      "from": .day, "to": .day, "climbs": .count, "attempts": .count, "sessions": .count,
      "active_seconds": .count, "mean_seconds": .optional(.count),
    ]),
  ]

  private static let felt = figure([
    ("scale", .string), ("mean_hundredths", .optional(.count)),
    (
      "rows",
      .list([
        "from": .day, "to": .day, "mean_hundredths": .optional(.count), "sessions": .count,
      ])
    ),
  ])

  private static let readiness = figure([
    ("scale", .string), ("words", .string),
    (
      "levels",
      .list([
        "value": .integer(1...5), "sessions": .count, "sums": attemptSums,
        "send_rate_hundredths": .optional(.count),
      ])
    ),
  ])
}
