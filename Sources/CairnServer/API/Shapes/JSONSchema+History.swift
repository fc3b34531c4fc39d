extension JSONSchema {
  static let historyLine = JSONSchema.named(
    "HistoryLine",
    [
      "id": .id, "short": .string, "at": .instant, "title": .string, "undoes": .optional(.id),
      "in_effect": .bool, "parts": .count, "by": .string, "automatic": .bool,
    ]
  )

  static let conflictSchema = JSONSchema.named(
    "Conflict",
    [
      "id": .id, "short": .string, "kind": .string, "record": .id, "about": .string,
      "field": .string,
      "name": .string, "current": .anything, "current_text": .string,
      "current_at": .optional(.instant), "current_by": .optional(.string),
      "current_device": .optional(.string), "losing": .anything, "losing_text": .string,
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

  static let undone: JSONSchema = [
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
