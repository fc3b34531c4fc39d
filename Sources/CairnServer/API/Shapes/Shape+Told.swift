extension Shape {
  /// Data in the envelope that listening apps take it in.
  static func told(_ data: Shape) -> Shape {
    .object([Member(needed: "data", data), Member("message", .words)])
  }

  /// A page of a list under its name.
  static func page(_ name: String, _ element: Shape) -> Shape {
    .object([
      Member(needed: name, .list(element)), Member(needed: "pagination", .pagination),
    ])
  }

  private static let pagination = Shape.named(
    "Pagination",
    ["total": .count, "limit": .count, "offset": .count, "hasMore": .bool]
  )

  static let heardSession = Shape.named(
    "ListeningSession",
    .object([
      Member(needed: "id", .id), Member(needed: "userId", .words),
      Member(needed: "storyId", .words),
      Member(needed: "startedAt", .instant), Member(needed: "endedAt", .optional(.instant)),
      Member(needed: "duration", .optional(.count)), Member(needed: "completed", .bool),
      Member(needed: "createdAt", .instant), Member(needed: "updatedAt", .instant),
      Member("deleted", .bool, "that the person deleted it here; nothing was kept"),
    ])
  )

  private static let storyParts: [(String, Shape)] = [
    ("id", .words), ("userId", .words), ("title", .words), ("content", .words),
    ("heroId", .words), ("language", .words), ("series", .optional(.words)),
    ("author", .optional(.words)), ("narrator", .optional(.words)),
    ("audioUrl", .optional(.words)), ("audioDuration", .optional(.decimal)),
    ("audioGenerationStatus", .words), ("illustrationStatus", .words),
    ("illustrationCount", .count), ("isFavorite", .bool), ("playCount", .count),
    ("lastPlayedAt", .optional(.instant)), ("createdAt", .instant), ("updatedAt", .instant),
  ]

  static let toldStory = Shape.named(
    "Story",
    .object(
      storyParts.map { Member(needed: $0.0, $0.1) }
        + [Member("deleted", .bool, "that it was deleted")]
    )
  )

  static let listeningAnalytics = Shape.named(
    "ListeningAnalytics",
    [
      "totalStoriesListened": .count, "totalListeningTimeSeconds": .count,
      "currentStreak": .count, "longestStreak": .count, "lastListeningDate": .optional(.instant),
      "partialListeningTimeSeconds": .count, "sessionCount": .count,
      "completedSessionCount": .count, "streakAtLastListeningDay": .count,
    ]
  )
}

extension Member {
  static let zone = Member("timezone", .words, "the IANA zone in which days are counted")
}

extension [Member] {
  /// Which page of a list; what is out of range is taken as the nearest that is in it.
  static let pages = [
    Member("limit", .words, "how many, 1 to 100; 50 unless given"),
    Member("offset", .words, "how many to pass over"),
  ]
}

extension Surface {
  /// The shape of what it refuses with.
  var refusal: Shape {
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
