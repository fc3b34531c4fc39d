extension JSONSchema {
  static let historyLine = JSONSchema.named(
    "HistoryLine",
    [
      "id": .id, "short": .words, "at": .instant, "title": .words, "undoes": .optional(.id),
      "stands": .bool, "parts": .count, "by": .words, "rule": .bool,
    ]
  )

  static let lostValue = JSONSchema.named(
    "LostValue",
    [
      "id": .id, "short": .words, "kind": .words, "thing": .id, "about": .words, "field": .words,
      "name": .words, "stands": .anything, "stands_words": .words,
      "stands_at": .optional(.instant), "stands_by": .optional(.words),
      "stands_device": .optional(.words), "lost": .anything, "lost_words": .words,
      "at": .instant, "by": .words, "device": .optional(.words),
    ]
  )

  static let bulkDeletion = JSONSchema.named(
    "BulkDeletion",
    [
      "id": .id, "short": .words, "at": .instant, "records": .count, "words": .words,
      "kinds": .list(["kind": .words, "count": .count]), "by": .list(.words),
      "devices": .list(.words),
    ]
  )

  static let device = JSONSchema.named(
    "Device",
    ["id": .id, "by": .words, "name": .optional(.words), "here": .bool]
  )

  static let restoredRecords: JSONSchema = ["restored": .count, "left": .count]

  static let takenBack: JSONSchema = [
    "title": .words, "redone": .bool, "undone": .count, "kept": .count,
  ]

  static let setting: JSONSchema = [
    "name": .words, "value": .words, "standard": .words, "chosen": .bool, "meaning": .words,
  ]

  /// A refusal (RFC 9457).
  static let problem = JSONSchema.named(
    "Problem",
    .object([
      SchemaField(needed: "type", .words), SchemaField(needed: "title", .words),
      SchemaField(needed: "status", .integer(400...599)), SchemaField(needed: "code", .words),
      SchemaField(needed: "detail", .words), SchemaField("hint", .words),
    ])
  )
}
