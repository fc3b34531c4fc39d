import CairnSQL

extension SQLTable {
  static let story = SQLTable(
    "story",
    [
      .uuid("id"), .integer("short"), .text("title"), .text("folded"), .text("series").nullable,
      .text("author").nullable, .text("narrator").nullable,
      .integer("duration").nullable.check("> 0"),
      .flag("is_favorite"), .integer("added").nullable, .text("client_id").nullable,
      .text("source").nullable, .text("source_id").nullable, .flag("is_deleted"),
      .text("notes").nullable,
    ],
    indexes: [
      .index("short", "short"), .index("folded", "folded"),
      .index("source", "source", "source_id", where: "source IS NOT NULL"),
    ]
  )

  static let play = SQLTable(
    "play",
    [.uuid("id"), .uuid("story"), .integer("at")],
    indexes: [.index("story", "story", "at")]
  )

  static let listening = SQLTable(
    "listening",
    key: ["session"],
    [
      .uuid("session"), .uuid("story"), .integer("started_at"), .integer("ended_at").nullable,
      .integer("seconds").nullable.check(">= 0"), .flag("is_completed"), .flag("is_open"),
      .integer("start_position").nullable.check(">= 0"),
      .integer("end_position").nullable.check(">= 0"), .integer("speed").nullable.check("> 0"),
      .flag("is_day_only").defaults(to: "0"),
    ],
    indexes: [
      .index("time", "started_at", "session"), .index("story", "story", "started_at"),
      .index("completed", "is_completed", "started_at", "session"),
    ]
  )

  private static let sums: [SQLColumn] = [
    .integer("sessions").check(">= 0"), .integer("seconds").check(">= 0"),
    .integer("completed").check(">= 0"), .integer("completed_seconds").check(">= 0"),
  ]

  static let listeningDay = SQLTable("listening_day", key: ["day"], [.integer("day")] + sums)
  static let storyTotal = SQLTable("story_total", key: ["story"], [.uuid("story")] + sums)

  static let milestone = SQLTable(
    "milestone",
    key: ["name"],
    [.text("name"), .integer("at"), .uuid("session")]
  )

  /// Lists the milestones that were reported, apart from the records.
  ///
  /// Reporting is no user action. As part of a record it added a history entry and blocked undoing the session that
  /// reached the milestone.
  static let notifiedMilestone = SQLTable("notified_milestone", key: ["name"], [.text("name")])
}
