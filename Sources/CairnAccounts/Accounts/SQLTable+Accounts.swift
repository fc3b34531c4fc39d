import CairnSQL

extension SQLTable {
  static let account = SQLTable(
    "account",
    [
      .uuid("id"), .text("name"), .text("folded").unique, .unorderedText("password"),
      .unorderedText("zone"), .integer("created_at"), .unorderedText("display_name").nullable,
      .integer("closed_at").nullable,
    ],
    isShared: true
  )

  static let credential = SQLTable(
    "credential",
    [
      .uuid("id"), .uuid("account").references("account (id)"),
      .text("kind").check("IN ('browser', 'app')"), .text("name"), .unorderedText("scopes"),
      .text("hash").unique.checkLength("= 64"), .integer("created_at"), .integer("seen_at"),
    ],
    indexes: [.index("account", "account", "kind", "created_at")],
    isShared: true
  )

  static let setupLink = SQLTable(
    "setup_link",
    key: ["one"],
    [
      .small("one").check("= 1"), .unorderedText("hash").checkLength("= 64"),
      .integer("expires_at"),
    ],
    isShared: true
  )

  static let storyClaim = SQLTable(
    "story_claim",
    key: ["story", "account"],
    [.text("story").checkLength("= 64"), .uuid("account").references("account (id)")],
    indexes: [.index("account", "account")],
    isShared: true
  )

  static let comparedAccount = SQLTable(
    "compared_account",
    key: ["account"],
    [.uuid("account").references("account (id)")],
    isShared: true
  )

  static let comparedShare = SQLTable(
    "compared_share",
    key: ["account", "dimension"],
    [
      .uuid("account").references("compared_account (account)"), .text("dimension"),
      .integer("day"),
      .small("tenths").check("BETWEEN 0 AND 10"),
      .small("earlier").nullable.check("BETWEEN 0 AND 10"), .integer("cohort").nullable,
      .integer("counts_from").nullable,
    ],
    check: "(cohort IS NULL) = (counts_from IS NULL)",
    isShared: true
  )

  static let webhook = SQLTable(
    "webhook",
    [
      .uuid("id"), .text("owner"), .unorderedText("url"), .unorderedText("secret"),
      .integer("made_at"),
    ],
    indexes: [.index("owner", "owner", "made_at")],
    isShared: true
  )

  static let delivery = SQLTable(
    "delivery",
    key: ["webhook", "milestone"],
    [
      .uuid("webhook").references("webhook (id)"), .text("milestone"), .uuid("id").unique,
      .integer("reached_at"), .text("state").check("IN ('known', 'waiting', 'sent', 'failed')"),
      .integer("made_at"), .integer("attempts").check(">= 0"), .integer("next_at"),
      .integer("tried_at").nullable, .unorderedText("response").nullable,
    ],
    indexes: [.index("due", "next_at", where: "state = 'waiting'")],
    isShared: true
  )
}
