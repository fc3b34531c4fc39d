import Cairn

extension Shape {
  static let status = Shape.choice(ReadingStatus.all.map(\.name))

  private static let listed: [Member] = [
    Member(needed: "id", .id), Member(needed: "short", .words), Member(needed: "title", .words),
    Member(needed: "series", .optional(.words)), Member(needed: "authors", .optional(.words)),
    Member(needed: "status", .status), Member(needed: "added", .optional(.words)),
    Member(needed: "pages", .optional(.count)),
    Member(needed: "rating_quarters", .optional(.integer(1...20))),
    Member(needed: "shelves", .list(.words)), Member(needed: "tags", .list(.words)),
    Member(needed: "borrowed", .bool), Member(needed: "isbn", .optional(.words)),
    Member(needed: "format", .optional(.words)), Member(needed: "publisher", .optional(.words)),
    Member(needed: "year", .optional(.integer)), Member(needed: "language", .optional(.words)),
    Member(needed: "first_year", .optional(.integer)),
    Member(needed: "started", .optional(.words)), Member(needed: "finished", .optional(.words)),
    Member(needed: "days_to_read", .optional(.integer)),
    Member(needed: "reading_year", .optional(.integer)),
    Member(needed: "reading_month", .optional(.integer(1...12))),
    Member(needed: "position", .optional(.position)),
    Member(needed: "progress_hundredths", .optional(.integer(0...10_000))),
  ]

  /// A book in a list.
  static let bookRow = Shape.named("BookRow", .object(listed))

  /// A book shown alone.
  static let book = Shape.named(
    "Book",
    .object(
      listed + [
        Member(needed: "reason", .optional(.words)), Member(needed: "notes", .optional(.words)),
        Member(needed: "review", .optional(.words)),
        Member(needed: "editions", .list(.edition)),
        Member(needed: "sessions", .count), Member(needed: "active_seconds", .count),
        Member(needed: "pages_read", .count),
      ]
    )
  )

  static let edition = Shape.named(
    "Edition",
    [
      "id": .id, "short": .words, "used": .bool, "isbn": .optional(.words),
      "pages": .optional(.count), "format": .optional(.words), "publisher": .optional(.words),
      "year": .optional(.integer), "language": .optional(.words),
    ]
  )

  static let deletedBook = Shape.named(
    "DeletedBook",
    [
      "id": .id, "short": .words, "title": .words, "sessions": .count, "active_seconds": .count,
      "pages_read": .count,
    ]
  )

  static let reading = Shape.named(
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

  static let label = Shape.named(
    "Label",
    ["name": .words, "books": .count, "read": .count, "reading": .count]
  )
}
