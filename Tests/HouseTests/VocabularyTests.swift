import Testing

/// Names, comments, texts and docs are in the field's own words, not in a dialect of the house.
///
/// This is a smoke detector: pass it by writing well, not by another synonym. Code of released migrations and
/// the names of format 1 are exempt.
@Suite struct `The vocabulary` {
  /// A marker of the dialect, and what the field says.
  private static let markers: [(pattern: String, standard: String)] = [
    (#"\b(?:tells?|told|telling|untold)\b"#, "report, list, show, notify"),
    (#"\b(?:hears|hear of|heard of|heard that|is heard)\b"#, "receive, learn; heard is for audio"),
    (#"\bwho(?:m)?ever\b"#, "the client, the person, the operator"),
    (#"\blest\b"#, "so that … not"),
    (#"\banew\b"#, "again"),
    (#"\b(?:has|have) (?:\w+ ){1,3}(?:happen|begin|noted)\b(?=[ ,.])"#, "a verb in -s"),
    (#"\b[Ww]hat (?:is|was|are|were) (?:\w+ )?(?:said|meant|heard|kept) (?:of|by|in)\b"#, "a noun"),
    (#"\bby (?:itself|themselves)\b"#, "automatically"),
    (#"\blets? go\b"#, "release, discard, delete"),
    (#"\b(?:takes?|taken|taking) in\b(?! (?:a|one|the|parallel|\d))"#, "import, apply, merge"),
    (#"\b(?:brings?|brought) in\b"#, "import, add"),
    (#"\bno more\b(?! than)"#, "no longer"),
    (#"\bcomes? upon\b"#, "find"),
    (#"\bmeanwhile\b"#, "at the same time, until then"),
    (
      #"\b(?:stands (?:there|here|in|beside|as)|as it stands|still stands)\b"#,
      "is, appears, is current"
    ),
    (#"\b(?:lies|lie) (?:in|there|beside|below|on)\b"#, "is stored in"),
    (
      #"\b[Ss]ince (?:it|they|there|that|this|nobody|a|an|both|each) (?:is|are|has|have|would|may|can|must|does|do)\b"#,
      "because"
    ),
    (
      #"\b(?:knock(?:s|ed)?|doors?|seats?|desks?|neighbours?|household|mishap)\b"#,
      "a term of the field"
    ),
    (#"\bstretch(?:es)? of (?:time|a session)\b"#, "segment, time range"),
    (#"\bmend(?:s|ed|ing)?\b"#, "fix, repair"),
  ]

  private static let exempt = [
    "Sources/Cairn/Records/FormerNames.swift", "Sources/CairnStore/Records/RenameSchema.swift",
    "Sources/CairnStore/LogSchema.swift", "Sources/CairnStore/Listening/ListeningSchema.swift",
    "Sources/CairnStore/PostgreSQL/",
    "Sources/CairnAccounts/Accounts/AccountSchema.swift",
    "Sources/CairnAccounts/Accounts/PostgresAccountSchema",
    "Sources/CairnAccounts/Webhooks/WebhookSchema.swift",
  ]

  private static var written: [RepositoryFile] {
    Repository.files.filter { file in
      ["Sources/", "Web/", "docs/", "Examples/", "README.md", "CONTRIBUTING.md"].contains {
        file.path.hasPrefix($0)
      }
        && [".swift", ".js", ".c", ".h", ".md"].contains { file.path.hasSuffix($0) }
        && !exempt.contains { file.path.hasPrefix($0) }
    }
  }

  @Test(arguments: markers.indices)
  func `is the field's`(index: Int) {
    let (pattern, standard) = Self.markers[index]
    let places = Repository.places(of: pattern, in: Self.written, \.text)
    #expect(places == [], "Write: \(standard).")
  }

  /// Types whose standard names the code must use.
  @Test(
    arguments: [
      "RequestContext", "AuthenticatedContext", "Credential", "RateLimiter", "ResponseCache",
      "CacheValidator", "Logger",
      "JSONSchema", "WebhookDispatcher", "BackupScheduler", "ConcurrencyLimiter", "QueryPrefetcher",
      "KeyedSemaphore",
      "BlockingExecutor", "NotificationRouter", "SchemaIntegrity", "ReaderPool", "SyncCursor",
      "PushApplier", "CommandContext",
      "RestDay", "StreakMinimum", "Annotation", "SessionContext",
    ]
  )
  func `names what the field has a name for`(type: String) {
    let declaration = #"\b(?:struct|class|enum|actor|protocol) "# + type + #"\b"#
    #expect(Repository.places(of: declaration, in: Repository.sources).count > 0)
  }
}
