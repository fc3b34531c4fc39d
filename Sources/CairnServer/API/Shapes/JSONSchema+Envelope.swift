extension JSONSchema {
  /// Returns the schema of the envelope that listening apps expect around data.
  static func payload(_ data: JSONSchema) -> JSONSchema {
    .object([SchemaField(required: "data", data), SchemaField("message", .string)])
  }

  /// Returns the schema of one page of a named list.
  static func page(_ name: String, _ element: JSONSchema) -> JSONSchema {
    .object([
      SchemaField(required: name, .list(element)), SchemaField(required: "pagination", .pagination),
    ])
  }

  private static let pagination = JSONSchema.named(
    "Pagination",
    ["total": .count, "limit": .count, "offset": .count, "hasMore": .bool]
  )

  static let listeningSession = JSONSchema.named(
    "ListeningSession",
    .object([
      SchemaField(required: "id", .id), SchemaField(required: "userId", .string),
      SchemaField(required: "storyId", .string),
      SchemaField(required: "startedAt", .instant),
      SchemaField(required: "endedAt", .optional(.instant)),
      SchemaField(required: "duration", .optional(.count)),
      SchemaField(required: "completed", .bool),
      SchemaField(required: "createdAt", .instant), SchemaField(required: "updatedAt", .instant),
      SchemaField("deleted", .bool, "true if the session is deleted; nothing was stored"),
    ])
  )

  private static let storyParts: [(String, JSONSchema)] = [
    ("id", .string), ("userId", .string), ("title", .string), ("content", .string),
    ("heroId", .string), ("language", .string), ("series", .optional(.string)),
    ("author", .optional(.string)), ("narrator", .optional(.string)),
    ("audioUrl", .optional(.string)), ("audioDuration", .optional(.decimal)),
    ("audioGenerationStatus", .string), ("illustrationStatus", .string),
    ("illustrationCount", .count), ("isFavorite", .bool), ("playCount", .count),
    ("lastPlayedAt", .optional(.instant)), ("createdAt", .instant), ("updatedAt", .instant),
  ]

  static let reportedStory = JSONSchema.named(
    "Story",
    .object(
      storyParts.map { SchemaField(required: $0.0, $0.1) }
        + [SchemaField("deleted", .bool, "true if the story is deleted")]
    )
  )

  static let listeningAnalytics = JSONSchema.named(
    "ListeningAnalytics",
    [
      "totalStoriesListened": .count, "totalListeningTimeSeconds": .count,
      "currentStreak": .count, "longestStreak": .count, "lastListeningDate": .optional(.instant),
      "partialListeningTimeSeconds": .count, "sessionCount": .count,
      "completedSessionCount": .count, "streakAtLastListeningDay": .count,
    ]
  )
}

extension SchemaField {
  static let zone = SchemaField("timezone", .string, "the IANA time zone in which days are counted")
}

extension [SchemaField] {
  /// The pagination parameters; a value out of range is clamped.
  static let pages = [
    SchemaField("limit", .string, "the maximum number of results, 1 to 100; default 50"),
    SchemaField("offset", .string, "the number of results to skip"),
  ]
}

extension APIDialect {
  /// The schema of the dialect's errors.
  var refusal: JSONSchema {
    switch self {
    case .own: .problem
    case .listening:
      .named("ListeningError", ["error": .string, "message": .string])
    case .batch: .named("BatchError", ["error": .string])
    case .auth: .named("AuthError", ["code": .string, "message": .string])
    }
  }

  /// The name of that schema in the API description.
  var refusalName: String {
    switch self {
    case .own: "Problem"
    case .listening: "ListeningError"
    case .batch: "BatchError"
    case .auth: "AuthError"
    }
  }
}
