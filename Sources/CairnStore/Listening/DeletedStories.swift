public import Cairn
import CairnSQL
public import CairnReports

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
