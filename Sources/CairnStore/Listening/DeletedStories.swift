public import Cairn
import CairnActions
import CairnSQL

/// A deleted story with its totals.
public struct DeletedStoryRow: Sendable, Equatable {
  /// The id of the story.
  public let id: Identifier<Story>
  /// Its title.
  public let title: String
  /// The number of ended sessions.
  public let sessions: Int64
  /// The seconds listened.
  public let seconds: Int64

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
}

extension Log {
  /// Returns whether a story exists or existed before it was deleted.
  public func hasStory(_ id: Identifier<Story>) async throws -> Bool {
    try await read { connection in
      try connection.first("SELECT 1 FROM story WHERE id = \(id)") { _ in true } ?? false
    }
  }

  /// Returns whether a story with this id was ever recorded.
  public func hasStoryRecord(_ id: Identifier<Story>) async throws -> Bool {
    try await read { try RecordTable.find(Story.recordKind, id.record, in: $0) != nil }
  }

  /// Returns the deleted stories, by title, at most 1,000.
  public func deletedStories() async throws -> [DeletedStoryRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT story.id, story.title, coalesce(story_total.sessions, 0) AS sessions,
          coalesce(story_total.seconds, 0) AS seconds
        FROM story LEFT JOIN story_total ON story_total.story = story.id
        WHERE story.is_deleted = 1
        ORDER BY story.folded, story.id
        LIMIT 1000
        """
      ) { row in
        DeletedStoryRow(
          id: try row["id"],
          title: try row["title"],
          sessions: try row["sessions"],
          seconds: try row["seconds"]
        )
      }
    }
  }
}
