import Cairn
import CairnSQL

/// The table `story_change`: when this device last learnt of a session or a play of a story.
///
/// Listening apps ask for the stories that changed since they asked before, and how often a story was
/// played is part of what they are told of it.
enum StoryChange {
  /// Notes what a record changes: of the story it tells of, and of the one it told of before.
  static func note(
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
