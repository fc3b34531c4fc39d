import Cairn
import CairnSQL

/// The table `story_change`: when this device last received a session or play of a story.
///
/// Listening apps poll for changed stories, and their data includes the play count.
enum StoryChange {
  /// Records a change for the story of the new record and for that of the old one.
  static func register(
    _ new: Record?,
    replacing old: Record?,
    at now: Instant,
    in connection: any SQLConnection
  ) throws {
    for story in Set([old, new].compactMap { $0.flatMap(story(of:)) }) {
      try connection.run(
        """
        INSERT INTO story_change (story, at) VALUES (\(story), \(now))
        ON CONFLICT (\(key: "story")) DO UPDATE SET at = excluded.at
        """
      )
    }
  }

  private static func story(of record: Record) -> RecordID? {
    let isSession =
      record.kind == SessionRecord.kind
      && record.fields["kind"] == .text(Listening.kind.name)
    guard isSession || record.kind == Play.recordKind,
      let id: Identifier<Story> = try? record.fields.id("story")
    else { return nil }
    return id.record
  }
}
