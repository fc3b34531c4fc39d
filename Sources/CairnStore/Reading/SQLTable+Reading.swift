import CairnSQL

extension SQLTable {
  static let reading = SQLTable(
    "reading",
    key: ["session"],
    [
      .uuid("session"), .uuid("entry"), .uuid("read_through"), .integer("started_at"),
      .text("start_position").nullable, .text("end_position").nullable,
      .integer("page_count").nullable.check("> 0"),
    ],
    indexes: [.index("entry", "entry", "started_at")]
  )

  static let author = SQLTable(
    "author",
    [.uuid("id"), .text("name"), .text("folded")],
    indexes: [.index("folded", "folded")]
  )

  static let work = SQLTable(
    "work",
    [
      .uuid("id"), .text("title"), .text("folded"), .text("series").nullable,
      .text("series_number").nullable, .integer("first_year").nullable,
    ],
    indexes: [.index("folded", "folded")]
  )

  static let credit = SQLTable(
    "credit",
    key: ["work", "position"],
    [.uuid("work"), .integer("position"), .uuid("author"), .flag("is_contributor")],
    indexes: [.index("author", "author")]
  )

  static let edition = SQLTable(
    "edition",
    [
      .uuid("id"), .uuid("work"), .text("isbn").nullable, .integer("pages").nullable.check("> 0"),
      .text("format").nullable, .text("publisher").nullable, .integer("year").nullable,
      .text("language").nullable,
    ],
    indexes: [.index("work", "work"), .index("isbn", "isbn", where: "isbn IS NOT NULL")]
  )

  static let entry = SQLTable(
    "entry",
    [
      .uuid("id"), .integer("short"), .uuid("work"), .uuid("edition").nullable,
      .uuid("first_edition").nullable, .text("status"), .text("added").nullable,
      .flag("is_borrowed"),
      .small("rating").nullable.check("BETWEEN 1 AND 20"), .text("shelves").nullable,
      .text("tags").nullable, .text("notes").nullable, .text("review").nullable,
      .text("source").nullable,
      .text("source_id").nullable,
    ],
    indexes: [
      .index("work", "work"), .index("status", "status"), .index("short", "short"),
      .index("source", "source", "source_id", where: "source IS NOT NULL"),
    ]
  )

  static let deletedEntry = SQLTable(
    "deleted_entry",
    [.uuid("id"), .integer("short"), .uuid("work"), .uuid("merged_into").nullable]
  )

  static let entryLabel = SQLTable(
    "entry_label",
    key: ["kind", "folded", "entry"],
    [.text("kind").check("IN ('shelf', 'tag')"), .text("folded"), .uuid("entry"), .text("name")],
    indexes: [.index("entry", "entry")]
  )

  static let readThrough = SQLTable(
    "read_through",
    [
      .uuid("id"), .uuid("entry"), .text("started").nullable, .text("finished").nullable,
      .text("stopped").nullable, .text("outcome").nullable, .text("reason").nullable,
      .small("rating").nullable.check("BETWEEN 1 AND 20"), .text("position").nullable,
      .uuid("edition").nullable,
    ],
    indexes: [.index("entry", "entry")]
  )

  static let annotation = SQLTable(
    "annotation",
    [
      .uuid("id"), .uuid("entry"), .integer("page").nullable, .integer("location").nullable,
      .text("made").nullable,
    ],
    indexes: [.index("entry", "entry")]
  )

  static let fact = SQLTable(
    "fact",
    key: ["subject", "kind"],
    [.uuid("subject"), .text("kind"), .text("value"), .text("source")]
  )
}
