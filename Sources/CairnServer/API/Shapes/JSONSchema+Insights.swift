import Cairn

extension JSONSchema {
  static let breakdownByTime: JSONSchema = [
    "period": .string, "by": .string, "definition": .string, "rows": .list(.periodRow),
    "average": .average,
  ]

  static let breakdownByAttribute: JSONSchema = [
    "period": .string, "by": .string, "definition": .string, "rows": .list(.itemRow),
  ]

  static let sessionDrilldown: JSONSchema = [
    "figure": .string, "definition": .string, "n": .count, "excluded": .count,
    "sessions": .list(.id),
    "left_out": .list(["session": .id, "reason": .string]),
  ]

  static let paces: JSONSchema = [
    "all": .pace, "recent": .pace, "trend": .list(["day": .day, "pace": .pace]),
    "formats": .list(["format": .optional(.string), "pace": .pace]),
    "books": .list(["id": .id, "title": .optional(.string), "pace": .pace]),
  ]

  static let bestWindow = JSONSchema.named(
    "BestWindow",
    figure([
      ("start_hour", .optional(.integer(0...23))), ("hours", .count),
      ("weekday", .optional(.integer(1...7))), ("sessions", .optional(.count)),
      ("share_hundredths", .optional(.count)),
    ])
  )

  static let pattern = figure([
    ("year", .optional(.integer)),
    (
      "hours",
      .list([
        "weekday": .integer(1...7), "hour": .integer(0...23), "active_seconds": .count,
        "pages": .count, "sessions": .count,
      ])
    ),
    ("best_window", .bestWindow),
  ])

  static let forecast = JSONSchema.named(
    "Forecast",
    [
      "id": .id, "title": .string, "pages_left": .optional(.count),
      "time_left": figure([
        ("seconds", .optional(.count)), ("seconds_low", .optional(.count)),
        ("seconds_high", .optional(.count)),
      ]),
      "finish": figure([
        ("day", .optional(.day)), ("day_low", .optional(.day)), ("day_high", .optional(.day)),
      ]),
    ]
  )

  private static let extreme = JSONSchema.optional([
    "title": .string, "pages": .optional(.count), "days": .optional(.integer),
  ])

  static let year: JSONSchema = [
    "year": .integer, "statistics": .statistics, "months": .list(.periodRow),
    "books": figure([("finished", .optional(.count))]),
    "books_by_month": figure([("months", .list(.count))]),
    "book_pages": figure([("pages", .optional(.count))]),
    "ratings": figure([
      ("stars", .list(.count)), ("average_hundredths", .optional(.count)),
    ]),
    "length": figure([("longest", extreme), ("shortest", extreme)]),
    "speed": figure([("fastest", extreme), ("slowest", extreme)]),
    "best_window": .bestWindow, "most_time": .list(.itemRow),
  ]

  static let streak: JSONSchema = [
    "cadence": .choice(["daily", "weekly"]), "minimum": .string, "current": .count,
    "longest": .count,
    "open_today": .bool, "definition": .string, "counted": .count, "excluded": .count,
    "current_days": .list(.day), "longest_days": .list(.day), "rest_days": .list(.day),
    "skipped_days": .list(.day),
  ]

  static let measure = JSONSchema.choice(Measure.all.map(\.name))
  static let cadence = JSONSchema.choice(Cadence.all.map(\.name))

  static let goal = JSONSchema.named(
    "Goal",
    [
      "measure": .measure, "cadence": .cadence, "from": .day, "to": .day, "target": .count,
      "done": .count, "due": .integer, "ahead": .integer, "met": .bool, "counted": .count,
      "excluded": .count, "definition": .string,
    ]
  )

  static let calendar: JSONSchema = [
    "title": .string, "summary": .string, "measure": .measure, "definition": .string,
    "total": .count, "active_days": .count, "step": .count,
    "days": .list(["day": .day, "value": .count, "level": .integer(0...4), "rest_day": .bool]),
  ]

  static let chart: JSONSchema = [
    "title": .string, "summary": .string, "measure": .measure, "definition": .string,
    "points": .list([
      "name": .string, "from": .day, "to": .day, "value": .count, "due": .optional(.count),
      "so_far": .bool,
    ]),
  ]

  static let milestones: JSONSchema = [
    "reached": .list(["kind": .string, "amount": .count, "reached": .string]),
    "next": .list(["kind": .string, "amount": .count, "done": .count]),
    "listening": .list([
      "name": .choice(ListeningMilestone.all.map(\.name)),
      "category": .choice(ListeningMilestone.Measure.allCases.map(\.rawValue)), "target": .count,
      "value": .count, "percentage": .integer(0...100), "reached_at": .optional(.instant),
    ]),
    "definition": .string, "excluded": .count,
  ]

  static let nudge = JSONSchema.named(
    "Nudge",
    [
      "id": .id, "short": .string, "title": .string, "started": .day, "last": .day,
      "idle_days": .count, "definition": .string,
    ]
  )

  static let event = JSONSchema.named(
    "Event",
    [
      "date": .date, "what": .string, "title": .optional(.string), "book": .optional(.id),
      "number": .optional(.count),
    ]
  )

  static let earlierYear = JSONSchema.named(
    "EarlierYear",
    [
      "year": .integer, "events": .list(.event),
      "sessions": .list([
        "id": .id, "short": .string, "kind": .string, "title": .optional(.string), "day": .day,
        "started_at": .instant, "active_seconds": .count, "pages": .optional(.count),
      ]),
    ]
  )
}
