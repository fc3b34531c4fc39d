import CairnSQL

extension SQLTable {
  static let device = SQLTable(
    "device",
    key: ["one"],
    [
      .small("one").check("IN (0, 1)"), .integer("node").check("BETWEEN 0 AND 4294967295"),
      .uuid("log"),
      .text("seen").nullable.checkLength("IN (25, 26)"),
      .integer("last_purged_seq").defaults(to: "0"),
      .uuid("epoch").nullable,
      .text("file_identity").nullable,
      .integer("digest_count").nullable,
      .integer("digest_sum").nullable.check(row: "(digest_sum IS NULL) = (digest_count IS NULL)"),
      .uuid("followed").nullable, .text("followed_account").nullable,
      .text("knowledge").defaults(to: "''"),
    ]
  )

  static let mutation = SQLTable(
    "mutation",
    key: ["number"],
    [
      .integer("number"), .uuid("id").unique, .text("stamp").checkLength("IN (25, 26)"),
      .integer("at"),
      .text("title"), .uuid("entry"), .integer("part").check("> 0"), .uuid("undoes").nullable,
      .integer("turn").defaults(to: "0").check(row: "(turn > 0) = (undoes IS NOT NULL)"),
      .json("changes"), .small("outbox").defaults(to: "0").check("IN (0, 1, 2)"),
      .text("request").nullable.checkLength("= 64"),
      .text("response").nullable.check(row: "(response IS NULL) = (request IS NULL)"),
      .uuid("log_merge").nullable, .text("knowledge").nullable,
    ],
    indexes: [
      .index("stamp", "stamp"), .index("entry", "entry", "part", isUnique: true),
      .index("undoes", "undoes", where: "undoes IS NOT NULL"),
      .index("outbox", "outbox", "number", where: "outbox < 2"),
    ],
    isPartitioned: true
  )

  static let record = SQLTable(
    "record",
    key: ["kind", "id"],
    [
      .text("kind"), .uuid("id"), .json("fields"),
      .text("stamp").checkLength("IN (25, 26, 30, 31)"),
      .text("stamps").nullable, .integer("seq"),
    ],
    indexes: [.index("seq", "seq", isUnique: true)],
    isPartitioned: true
  )

  /// When the record of a climbing session, or the listening data of a story, changed here, for apps that poll.
  ///
  /// Not a projection: a record has neither the time of its arrival nor the story of its session before an edit.
  static let recordChange = SQLTable(
    "record_change",
    key: ["record"],
    [.uuid("record"), .integer("at")],
    indexes: [.index("at", "at")]
  )

  static let setting = SQLTable("setting", key: ["name"], [.text("name"), .text("value")])

  static let searchWord = SQLTable(
    "search_word",
    key: ["word", "field", "record"],
    [.text("word"), .text("field"), .uuid("record")],
    indexes: [.index("record", "record")]
  )
}
