extension Shape {
  static let historyLine = Shape.named(
    "HistoryLine",
    [
      "id": .id, "short": .words, "at": .instant, "title": .words, "undoes": .optional(.id),
      "stands": .bool, "parts": .count, "by": .words, "rule": .bool,
    ]
  )

  static let lostValue = Shape.named(
    "LostValue",
    [
      "id": .id, "short": .words, "kind": .words, "thing": .id, "about": .words, "field": .words,
      "name": .words, "stands": .anything, "stands_words": .words,
      "stands_at": .optional(.instant), "stands_by": .optional(.words),
      "stands_device": .optional(.words), "lost": .anything, "lost_words": .words,
      "at": .instant, "by": .words, "device": .optional(.words),
    ]
  )

  static let bulkDeletion = Shape.named(
    "BulkDeletion",
    [
      "id": .id, "short": .words, "at": .instant, "records": .count, "words": .words,
      "kinds": .list(["kind": .words, "count": .count]), "by": .list(.words),
      "devices": .list(.words),
    ]
  )

  static let device = Shape.named(
    "Device",
    ["id": .id, "by": .words, "name": .optional(.words), "here": .bool]
  )

  static let restoredRecords: Shape = ["restored": .count, "left": .count]

  static let takenBack: Shape = [
    "title": .words, "redone": .bool, "undone": .count, "kept": .count,
  ]

  static let setting: Shape = [
    "name": .words, "value": .words, "standard": .words, "chosen": .bool, "meaning": .words,
  ]

  /// A refusal (RFC 9457).
  static let problem = Shape.named(
    "Problem",
    .object([
      Member(needed: "type", .words), Member(needed: "title", .words),
      Member(needed: "status", .integer(400...599)), Member(needed: "code", .words),
      Member(needed: "detail", .words), Member("hint", .words),
    ])
  )
}
