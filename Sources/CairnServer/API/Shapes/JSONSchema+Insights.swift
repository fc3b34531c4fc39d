import Cairn

extension JSONSchema {
  static let breakdownByTime: JSONSchema = [
    "period": .words, "by": .words, "definition": .words, "rows": .list(.periodRow),
    "average": .average,
  ]

  static let breakdownByThing: JSONSchema = [
    "period": .words, "by": .words, "definition": .words, "rows": .list(.thingRow),
  ]

  static let sessionsBehind: JSONSchema = [
    "figure": .words, "definition": .words, "n": .count, "excluded": .count,
    "sessions": .list(.id),
    "left_out": .list(["session": .id, "reason": .words]),
  ]

  static let paces: JSONSchema = [
    "all": .pace, "recent": .pace, "trend": .list(["day": .day, "pace": .pace]),
    "formats": .list(["format": .optional(.words), "pace": .pace]),
    "books": .list(["id": .id, "title": .optional(.words), "pace": .pace]),
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
      "id": .id, "title": .words, "pages_left": .optional(.count),
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
    "title": .words, "pages": .optional(.count), "days": .optional(.integer),
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
    "best_window": .bestWindow, "most_time": .list(.thingRow),
  ]

  static let streak: JSONSchema = [
    "cadence": .choice(["daily", "weekly"]), "minimum": .words, "current": .count, "longest": .count,
    "open_today": .bool, "definition": .words, "counted": .count, "excluded": .count,
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
      "excluded": .count, "definition": .words,
    ]
  )

  static let calendar: JSONSchema = [
    "title": .words, "summary": .words, "measure": .measure, "definition": .words,
    "total": .count, "active_days": .count, "step": .count,
    "days": .list(["day": .day, "value": .count, "level": .integer(0...4), "rest_day": .bool]),
  ]

  static let chart: JSONSchema = [
    "title": .words, "summary": .words, "measure": .measure, "definition": .words,
    "points": .list([
      "name": .words, "from": .day, "to": .day, "value": .count, "due": .optional(.count),
      "so_far": .bool,
    ]),
  ]

  static let milestones: JSONSchema = [
    "reached": .list(["kind": .words, "amount": .count, "reached": .words]),
    "next": .list(["kind": .words, "amount": .count, "done": .count]),
    "listening": .list([
      "name": .choice(ListeningMilestone.all.map(\.name)),
      "category": .choice(ListeningMilestone.Measure.allCases.map(\.rawValue)), "target": .count,
      "value": .count, "percentage": .integer(0...100), "reached_at": .optional(.instant),
    ]),
    "definition": .words, "excluded": .count,
  ]

  static let nudge = JSONSchema.named(
    "Nudge",
    [
      "id": .id, "short": .words, "title": .words, "started": .day, "last": .day,
      "idle_days": .count, "definition": .words,
    ]
  )

  static let event = JSONSchema.named(
    "Event",
    [
      "date": .date, "what": .words, "title": .optional(.words), "book": .optional(.id),
      "number": .optional(.count),
    ]
  )

  static let earlierYear = JSONSchema.named(
    "EarlierYear",
    [
      "year": .integer, "events": .list(.event),
      "sessions": .list([
        "id": .id, "short": .words, "kind": .words, "title": .optional(.words), "day": .day,
        "started_at": .instant, "active_seconds": .count, "pages": .optional(.count),
      ]),
    ]
  )
}
