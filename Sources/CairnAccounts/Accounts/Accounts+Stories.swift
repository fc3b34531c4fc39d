public import Cairn
import CairnSQL

/// Claims on stories by account, stored as hashes of story ids.
///
/// They distinguish another account's story from an unknown one (docs/adr/0014-whose-story-it-is.md).
extension Accounts {
  /// Records that stories belong to an account.
  public func claim(
    _ stories: [Identifier<Story>],
    for account: Identifier<Account>
  ) async throws {
    let hashes = stories.map(Self.hash)
    try await write { connection in
      for hash in hashes {
        try connection.run(
          """
          INSERT INTO story_claim (story, account) VALUES (\(hash), \(account))
          ON CONFLICT (story, account) DO NOTHING
          """
        )
      }
    }
  }

  /// Removes an account's claim on a story.
  public func unclaim(_ story: Identifier<Story>, of account: Identifier<Account>) async throws {
    let hash = Self.hash(story)
    try await write {
      try $0.run("DELETE FROM story_claim WHERE story = \(hash) AND account = \(account)")
    }
  }

  /// Returns whether another account has claimed a story.
  public func isClaimed(
    _ story: Identifier<Story>,
    besides account: Identifier<Account>
  ) async throws -> Bool {
    let hash = Self.hash(story)
    return try await read { connection in
      let query: SQL = """
        SELECT 1 FROM story_claim WHERE story = \(hash) AND account <> \(account) LIMIT 1
        """
      return try connection.first(query) { _ in } != nil
    }
  }

  private static func hash(_ story: Identifier<Story>) -> String { hash(story.record.text) }
}
