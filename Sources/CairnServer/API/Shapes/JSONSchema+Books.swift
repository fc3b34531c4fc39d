import Cairn

extension JSONSchema {
  static let status = JSONSchema.choice(ReadingStatus.all.map(\.name))

  private static let listed: [SchemaField] = [
    SchemaField(required: "id", .id), SchemaField(required: "short", .string),
    SchemaField(required: "title", .string),
    SchemaField(required: "series", .optional(.string)),
    SchemaField(required: "authors", .optional(.string)),
    SchemaField(required: "status", .status), SchemaField(required: "added", .optional(.string)),
    SchemaField(required: "pages", .optional(.count)),
    SchemaField(required: "rating_quarters", .optional(.integer(1...20))),
    SchemaField(required: "shelves", .list(.string)), SchemaField(required: "tags", .list(.string)),
    SchemaField(required: "borrowed", .bool), SchemaField(required: "isbn", .optional(.string)),
    SchemaField(required: "format", .optional(.string)),
    SchemaField(required: "publisher", .optional(.string)),
    SchemaField(required: "year", .optional(.integer)),
    SchemaField(required: "language", .optional(.string)),
    SchemaField(required: "first_year", .optional(.integer)),
    SchemaField(required: "started", .optional(.string)),
    SchemaField(required: "finished", .optional(.string)),
    SchemaField(required: "days_to_read", .optional(.integer)),
    SchemaField(required: "reading_year", .optional(.integer)),
    SchemaField(required: "reading_month", .optional(.integer(1...12))),
    SchemaField(required: "position", .optional(.position)),
    SchemaField(required: "progress_hundredths", .optional(.integer(0...10_000))),
  ]

  /// A book in a list.
  static let bookRow = JSONSchema.named("BookRow", .object(listed))

  /// A single book with all its details.
  static let book = JSONSchema.named(
    "Book",
    .object(
      listed + [
        SchemaField(required: "reason", .optional(.string)),
        SchemaField(required: "notes", .optional(.string)),
        SchemaField(required: "review", .optional(.string)),
        SchemaField(required: "editions", .list(.edition)),
        SchemaField(required: "sessions", .count), SchemaField(required: "active_seconds", .count),
        SchemaField(required: "pages_read", .count),
      ]
    )
  )

  static let edition = JSONSchema.named(
    "Edition",
    [
      "id": .id, "short": .string, "used": .bool, "isbn": .optional(.string),
      "pages": .optional(.count), "format": .optional(.string), "publisher": .optional(.string),
      "year": .optional(.integer), "language": .optional(.string),
    ]
  )

  static let deletedBook = JSONSchema.named(
    "DeletedBook",
    [
      "id": .id, "short": .string, "title": .string, "sessions": .count, "active_seconds": .count,
      "pages_read": .count,
    ]
  )

  static let reading = JSONSchema.named(
    "Reading",
    [
      "id": .id, "short": .string, "number": .optional(.count), "started": .optional(.date),
      "finished": .optional(.date), "stopped": .optional(.date),
      "outcome": .optional(.choice(["finished", "gave_up", "reset"])),
      "days_to_read": .optional(.integer), "reading_year": .optional(.integer),
      "reading_month": .optional(.integer(1...12)), "reason": .optional(.string),
      "rating_quarters": .optional(.integer(1...20)), "position": .optional(.position),
      "sessions": .count, "active_seconds": .count, "pages_read": .count,
    ]
  )

  static let label = JSONSchema.named(
    "Label",
    ["name": .string, "books": .count, "read": .count, "reading": .count]
  )
}
