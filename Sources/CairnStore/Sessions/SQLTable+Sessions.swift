import CairnSQL

extension SQLTable {
  static let session = SQLTable(
    "session",
    [
      .uuid("id"), .integer("short"), .text("kind"), .integer("started_at"),
      .integer("ended_at").nullable.check(">= started_at"), .text("segments"),
      .integer("active").check(">= 0"), .integer("amount").nullable.check(">= 0"), .text("zone"),
      .text("end_zone").nullable, .integer("day"), .text("note").nullable, .text("source").nullable,
      .small("mood_before").nullable.check("BETWEEN 1 AND 5"),
      .small("mood_after").nullable.check("BETWEEN 1 AND 5"), .text("place").nullable,
      .text("interruptions").nullable, .text("tags").nullable,
    ],
    indexes: [
      .index("time", "started_at", "id"), .index("kind_time", "kind", "started_at"),
      .index("short", "short"),
      .index("one_open", "kind", where: "ended_at IS NULL", isUnique: true),
    ]
  )

  static let sessionLabel = SQLTable(
    "session_label",
    key: ["kind", "folded", "session"],
    [.text("kind").check("IN ('place', 'tag')"), .text("folded"), .uuid("session")],
    indexes: [.index("session", "session")]
  )

  static let sessionDay = SQLTable(
    "session_day",
    key: ["session", "day"],
    [
      .uuid("session"), .integer("day"), .text("kind"), .integer("time").check(">= 0"),
      .integer("amount").check(">= 0"), .flag("is_first"),
    ],
    indexes: [.index("day", "kind", "day")]
  )

  private static let sums: [SQLColumn] = [
    .integer("time").check(">= 0"), .integer("amount").check(">= 0"),
    .integer("sessions").check(">= 0"),
    .integer("pace_samples").check(">= 0"), .integer("pace_sample_time").check(">= 0"),
    .integer("pace_sample_amount").check(">= 0"), .integer("active_sessions").check(">= 0"),
  ]

  static let dayTotal = SQLTable(
    "day_total",
    key: ["kind", "day"],
    [.text("kind"), .integer("day")] + sums
  )

  static let subjectDay = SQLTable(
    "subject_day",
    key: ["subject", "day", "read_through", "edition", "page_count"],
    [
      .uuid("subject"), .integer("day"), .text("kind"), .uuid("read_through"), .uuid("edition"),
      .integer("page_count").check(">= 0"),
    ] + sums,
    indexes: [.index("day", "kind", "day")]
  )

  static let subjectTotal = SQLTable(
    "subject_total",
    key: ["subject", "read_through", "edition", "page_count"],
    [
      .uuid("subject"), .text("kind"), .uuid("read_through"), .uuid("edition"),
      .integer("page_count").check(">= 0"),
    ] + sums
  )

  static let hourTotal = SQLTable(
    "hour_total",
    key: ["kind", "year", "hour"],
    [
      .text("kind"), .integer("year"), .small("hour").check("BETWEEN 0 AND 167"), .integer("time"),
      .integer("amount"), .integer("sessions"), .integer("active_sessions"),
    ]
  )

  static let dayTag = SQLTable(
    "day_tag",
    key: ["kind", "day", "tag", "value"],
    [
      .text("kind"), .integer("day"), .text("tag").check("IN ('mood', 'pause', 'place', 'tag')"),
      .text("value"),
      .integer("time"), .integer("times").check(">= 0"),
    ]
  )

  static let skippedDay = SQLTable(
    "skipped_day",
    key: ["session", "day"],
    [.uuid("session"), .integer("day")]
  )

  /// On SQLite it is created, and filled by a rebuild, when a log without it is opened.
  static let overlapDay = SQLTable(
    "overlap_day",
    key: ["day"],
    [.integer("day"), .integer("time").check("> 0")]
  )

  static let goal = SQLTable(
    "goal",
    [
      .uuid("id"), .text("measure"), .text("cadence"), .integer("valid_from"),
      .integer("target").nullable.check("> 0"),
    ]
  )

  static let streakMinimum = SQLTable(
    "streak_minimum",
    [.uuid("id"), .text("cadence"), .integer("valid_from"), .text("minimum")]
  )

  static let restDay = SQLTable("rest_day", key: ["day"], [.integer("day")])
}
