extension JSONSchema {
  static let historyLine = JSONSchema.named(
    "HistoryLine",
    [
      "id": .id, "short": .string, "at": .instant, "title": .string, "undoes": .optional(.id),
      "stands": .bool, "parts": .count, "by": .string, "rule": .bool,
    ]
  )

  static let lostValue = JSONSchema.named(
    "LostValue",
    [
      "id": .id, "short": .string, "kind": .string, "thing": .id, "about": .string, "field": .string,
      "name": .string, "stands": .anything, "stands_words": .string,
      "stands_at": .optional(.instant), "stands_by": .optional(.string),
      "stands_device": .optional(.string), "lost": .anything, "lost_words": .string,
      "at": .instant, "by": .string, "device": .optional(.string),
    ]
  )

  static let bulkDeletion = JSONSchema.named(
    "BulkDeletion",
    [
      "id": .id, "short": .string, "at": .instant, "records": .count, "words": .string,
      "kinds": .list(["kind": .string, "count": .count]), "by": .list(.string),
      "devices": .list(.string),
    ]
  )

  static let device = JSONSchema.named(
    "Device",
    ["id": .id, "by": .string, "name": .optional(.string), "here": .bool]
  )

  static let restoredRecords: JSONSchema = ["restored": .count, "left": .count]

  static let takenBack: JSONSchema = [
    "title": .string, "redone": .bool, "undone": .count, "kept": .count,
  ]

  static let setting: JSONSchema = [
    "name": .string, "value": .string, "standard": .string, "chosen": .bool, "meaning": .string,
  ]

  /// An error (RFC 9457).
  static let problem = JSONSchema.named(
    "Problem",
    .object([
      SchemaField(required: "type", .string), SchemaField(required: "title", .string),
      SchemaField(required: "status", .integer(400...599)), SchemaField(required: "code", .string),
      SchemaField(required: "detail", .string), SchemaField("hint", .string),
    ])
  )
}
