import Cairn

extension JSONSchema {
  static let status = JSONSchema.choice(ReadingStatus.all.map(\.name))

  private static let listed: [SchemaField] = [
    SchemaField(needed: "id", .id), SchemaField(needed: "short", .words), SchemaField(needed: "title", .words),
    SchemaField(needed: "series", .optional(.words)), SchemaField(needed: "authors", .optional(.words)),
    SchemaField(needed: "status", .status), SchemaField(needed: "added", .optional(.words)),
    SchemaField(needed: "pages", .optional(.count)),
    SchemaField(needed: "rating_quarters", .optional(.integer(1...20))),
    SchemaField(needed: "shelves", .list(.words)), SchemaField(needed: "tags", .list(.words)),
    SchemaField(needed: "borrowed", .bool), SchemaField(needed: "isbn", .optional(.words)),
    SchemaField(needed: "format", .optional(.words)), SchemaField(needed: "publisher", .optional(.words)),
    SchemaField(needed: "year", .optional(.integer)), SchemaField(needed: "language", .optional(.words)),
    SchemaField(needed: "first_year", .optional(.integer)),
    SchemaField(needed: "started", .optional(.words)), SchemaField(needed: "finished", .optional(.words)),
    SchemaField(needed: "days_to_read", .optional(.integer)),
    SchemaField(needed: "reading_year", .optional(.integer)),
    SchemaField(needed: "reading_month", .optional(.integer(1...12))),
    SchemaField(needed: "position", .optional(.position)),
    SchemaField(needed: "progress_hundredths", .optional(.integer(0...10_000))),
  ]

  /// A book in a list.
  static let bookRow = JSONSchema.named("BookRow", .object(listed))

  /// A book shown alone.
  static let book = JSONSchema.named(
    "Book",
    .object(
      listed + [
        SchemaField(needed: "reason", .optional(.words)), SchemaField(needed: "notes", .optional(.words)),
        SchemaField(needed: "review", .optional(.words)),
        SchemaField(needed: "editions", .list(.edition)),
        SchemaField(needed: "sessions", .count), SchemaField(needed: "active_seconds", .count),
        SchemaField(needed: "pages_read", .count),
      ]
    )
  )

  static let edition = JSONSchema.named(
    "Edition",
    [
      "id": .id, "short": .words, "used": .bool, "isbn": .optional(.words),
      "pages": .optional(.count), "format": .optional(.words), "publisher": .optional(.words),
      "year": .optional(.integer), "language": .optional(.words),
    ]
  )

  static let deletedBook = JSONSchema.named(
    "DeletedBook",
    [
      "id": .id, "short": .words, "title": .words, "sessions": .count, "active_seconds": .count,
      "pages_read": .count,
    ]
  )

  static let reading = JSONSchema.named(
    "Reading",
    [
      "id": .id, "short": .words, "number": .optional(.count), "started": .optional(.date),
      "finished": .optional(.date), "stopped": .optional(.date),
      "outcome": .optional(.choice(["finished", "gave_up", "reset"])),
      "days_to_read": .optional(.integer), "reading_year": .optional(.integer),
      "reading_month": .optional(.integer(1...12)), "reason": .optional(.words),
      "rating_quarters": .optional(.integer(1...20)), "position": .optional(.position),
      "sessions": .count, "active_seconds": .count, "pages_read": .count,
    ]
  )

  static let label = JSONSchema.named(
    "Label",
    ["name": .words, "books": .count, "read": .count, "reading": .count]
  )
}
