extension JSONSchema {
  /// Data in the envelope that listening apps take it in.
  static func told(_ data: JSONSchema) -> JSONSchema {
    .object([SchemaField(needed: "data", data), SchemaField("message", .words)])
  }

  /// A page of a list under its name.
  static func page(_ name: String, _ element: JSONSchema) -> JSONSchema {
    .object([
      SchemaField(needed: name, .list(element)), SchemaField(needed: "pagination", .pagination),
    ])
  }

  private static let pagination = JSONSchema.named(
    "Pagination",
    ["total": .count, "limit": .count, "offset": .count, "hasMore": .bool]
  )

  static let heardSession = JSONSchema.named(
    "ListeningSession",
    .object([
      SchemaField(needed: "id", .id), SchemaField(needed: "userId", .words),
      SchemaField(needed: "storyId", .words),
      SchemaField(needed: "startedAt", .instant), SchemaField(needed: "endedAt", .optional(.instant)),
      SchemaField(needed: "duration", .optional(.count)), SchemaField(needed: "completed", .bool),
      SchemaField(needed: "createdAt", .instant), SchemaField(needed: "updatedAt", .instant),
      SchemaField("deleted", .bool, "that the person deleted it here; nothing was kept"),
    ])
  )

  private static let storyParts: [(String, JSONSchema)] = [
    ("id", .words), ("userId", .words), ("title", .words), ("content", .words),
    ("heroId", .words), ("language", .words), ("series", .optional(.words)),
    ("author", .optional(.words)), ("narrator", .optional(.words)),
    ("audioUrl", .optional(.words)), ("audioDuration", .optional(.decimal)),
    ("audioGenerationStatus", .words), ("illustrationStatus", .words),
    ("illustrationCount", .count), ("isFavorite", .bool), ("playCount", .count),
    ("lastPlayedAt", .optional(.instant)), ("createdAt", .instant), ("updatedAt", .instant),
  ]

  static let reportedStory = JSONSchema.named(
    "Story",
    .object(
      storyParts.map { SchemaField(needed: $0.0, $0.1) }
        + [SchemaField("deleted", .bool, "that it was deleted")]
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
  static let zone = SchemaField("timezone", .words, "the IANA zone in which days are counted")
}

extension [SchemaField] {
  /// Which page of a list; what is out of range is taken as the nearest that is in it.
  static let pages = [
    SchemaField("limit", .words, "how many, 1 to 100; 50 unless given"),
    SchemaField("offset", .words, "how many to pass over"),
  ]
}

extension APIDialect {
  /// The shape of what it refuses with.
  var refusal: JSONSchema {
    switch self {
    case .own: .problem
    case .listening:
      .named("ListeningRefusal", ["error": .words, "message": .words])
    case .batch: .named("BatchRefusal", ["error": .words])
    case .auth: .named("AuthRefusal", ["code": .words, "message": .words])
    }
  }

  /// What the description calls it.
  var refusalName: String {
    switch self {
    case .own: "Problem"
    case .listening: "ListeningRefusal"
    case .batch: "BatchRefusal"
    case .auth: "AuthRefusal"
    }
  }
}
