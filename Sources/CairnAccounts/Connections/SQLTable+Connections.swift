import CairnSQL

extension SQLTable {
  static let connection = SQLTable(
    "connection",
    [
      .uuid("id"), .uuid("account").references("account (id)"), .text("kind"),
      .unorderedText("name"), .integer("created_at"), .integer("paused_at").nullable,
      .integer("contact_at").nullable, .integer("sessions").check(">= 0"),
      .unorderedText("problem").nullable,
    ],
    indexes: [.index("account", "account", "created_at")],
    isShared: true
  )

  static let connectedDocument = SQLTable(
    "connected_document",
    key: ["connection", "document"],
    [
      .uuid("connection").references("connection (id)"), .text("document"), .integer("at"),
      .unorderedText("position").nullable, .unorderedText("percentage").nullable,
      .unorderedText("device").nullable, .unorderedText("device_id").nullable,
      .unorderedText("title").nullable, .unorderedText("authors").nullable,
      .uuid("entry").nullable,
    ],
    isShared: true
  )

  /// The files that devices keep on the server; `bytes` is null for a folder.
  static let connectedFile = SQLTable(
    "connected_file",
    key: ["connection", "path"],
    [
      .uuid("connection").references("connection (id)"), .text("path"),
      .bytes("bytes", "<= 33554432").nullable, .unorderedText("tag"), .integer("changed_at"),
    ],
    isShared: true
  )
}
