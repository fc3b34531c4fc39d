import CairnSQL

extension SQLTable {
  static let climbing = SQLTable(
    "climbing",
    key: ["session"],
    [
      .uuid("session"), .text("discipline").nullable,
      .small("mental").nullable.check("BETWEEN 1 AND 5"),
      .small("physical").nullable.check("BETWEEN 1 AND 5"),
      .small("rpe").nullable.check("BETWEEN 1 AND 10"),
      .small("pump").nullable.check("BETWEEN 1 AND 5"),
      .flag("is_private"), .flag("is_outdoor").nullable, .text("partners").nullable,
      .text("conditions").nullable, .integer("temperature").nullable,
      .small("humidity").nullable.check("BETWEEN 0 AND 100"),
    ]
  )

  static let climb = SQLTable(
    "climb",
    [
      .uuid("id"), .integer("short"), .uuid("session").nullable,
      .integer("day").nullable.check(row: "(day IS NULL) = (session IS NOT NULL)"),
      .text("place").nullable, .flag("is_outdoor").nullable, .integer("position").check("> 0"),
      .integer("at").nullable, .text("name").nullable, .text("folded").nullable,
      .text("discipline").nullable, .text("grade").nullable,
      .text("scale").nullable.check(row: "(scale IS NULL) = (grade IS NULL)"),
      .text("style").nullable,
      .integer("pitches").nullable.check("> 0"), .text("notes").nullable, .text("source").nullable,
      .integer("attempts").defaults(to: "0").check(">= 0"),
      .integer("unknown").defaults(to: "0").check(">= 0"),
      .integer("sends").defaults(to: "0").check(">= 0"),
      .integer("onsights").defaults(to: "0").check(">= 0"),
      .integer("flashes").defaults(to: "0").check(">= 0"),
      .integer("first_sends").defaults(to: "0").check(">= 0"),
      .integer("angle").nullable.check("BETWEEN 0 AND 90"),
    ],
    indexes: [
      .index("session", "session", "position", where: "session IS NOT NULL"),
      .index("day", "day", where: "day IS NOT NULL"), .index("short", "short"),
      .index("folded", "folded", where: "folded IS NOT NULL"),
    ]
  )

  static let attempt = SQLTable(
    "attempt",
    key: ["climb", "number", "id"],
    [
      .uuid("climb"), .integer("number").check("> 0"), .uuid("id"),
      .text("result").nullable.check("IN ('try', 'send')"),
      .text("tick").nullable.check(row: "tick IS NULL OR result = 'send'"), .integer("at").nullable,
      .text("counted").nullable,
    ]
  )

  static let tagMark = SQLTable(
    "tag_mark",
    key: ["climb", "tag", "id"],
    [
      .uuid("climb"), .text("tag"), .uuid("id"), .text("impact").check("IN ('helped', 'hindered')"),
    ]
  )
}
