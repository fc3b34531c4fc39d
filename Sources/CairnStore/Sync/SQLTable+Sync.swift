import CairnSQL

extension SQLTable {
  static let sync = SQLTable(
    "sync",
    key: ["one"],
    [
      .small("one").check("= 1"), .uuid("log"), .uuid("epoch"), .integer("records").check(">= 0"),
      .integer("mutations").check(">= 0"), .integer("agreed_at").nullable,
      .integer("resynced_at").nullable,
      .text("problem").nullable,
    ]
  )

  static let quarantine = SQLTable(
    "quarantine",
    key: ["mutation"],
    [.uuid("mutation"), .text("code"), .text("reason"), .integer("at")]
  )

  /// Lists records that the server may lack.
  static let resend = SQLTable("resend", key: ["kind", "id"], [.text("kind"), .uuid("id")])

  /// Lists records that other devices deleted, reported if they are many (spec/sync.md F31).
  static let remoteDeletion = SQLTable(
    "remote_deletion",
    key: ["kind", "id"],
    [
      .text("kind"), .uuid("id"), .integer("node").check("BETWEEN 0 AND 4294967295"),
      .integer("at"),
      .uuid("notice").nullable,
    ]
  )

  static let lostValue = SQLTable(
    "lost_value",
    key: ["id", "kind", "field", "stamp"],
    [
      .uuid("id"), .text("kind"), .text("field"), .text("stamp").checkLength("IN (25, 26, 30, 31)"),
      .json("fields"),
    ]
  )

  static let unreadable = SQLTable(
    "unreadable",
    key: ["kind", "id"],
    [.text("kind"), .uuid("id"), .flag("stored"), .text("reason")]
  )
}
