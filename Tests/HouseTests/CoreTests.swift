import Testing

/// What a browser runs must also compile as Embedded Swift (`docs/testing.md`).
@Suite struct `The core` {
  static let core = Repository.sources.filter { file in
    ["Cairn", "CairnInsights", "CairnReports", "CairnHTML", "CairnPages"].contains(file.target)
  }

  @Test(arguments: [
    #"\bany\b"#,
    #"\bas\?"#,
    #"\bthrows\b(?!\s*\()"#,
    #"\b(?:Codable|Encodable|Decodable)\b"#,
    #"\bFoundation\b"#,
  ])
  func `uses nothing that requires a runtime`(pattern: String) {
    #expect(Repository.places(of: pattern, in: Self.core) == [])
  }

  @Test func `is found by these rules`() {
    #expect(!Self.core.isEmpty)
  }
}
