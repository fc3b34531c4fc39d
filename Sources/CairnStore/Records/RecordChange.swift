import Cairn
import CairnSQL

/// The table `record_change`: when this log last received a change that other apps poll for.
///
/// The time is in microseconds. Each change has a later one than all before it, whatever the clocks say, so an app that
/// asks for what changed after the latest change it knows misses nothing (spec/climbing.md 5.3-8). A listening session
/// or a play counts as a change of its story, because apps poll for stories with their play count.
enum RecordChange {
  /// Records a change of what the new and the old record are about.
  static func register(
    _ new: Record?,
    replacing old: Record?,
    at now: Instant,
    in connection: any SQLConnection
  ) throws {
    for subject in Set([old, new].compactMap { $0.flatMap(subject(of:)) }) {
      let last: Int64 = try connection.value("SELECT coalesce(max(at), 0) FROM record_change") ?? 0
      try connection.run(
        """
        INSERT INTO record_change (record, at)
        VALUES (\(subject), \(max(now.milliseconds * 1_000, last + 1)))
        ON CONFLICT (\(key: "record")) DO UPDATE SET at = excluded.at
        """
      )
    }
  }

  private static func subject(of record: Record) -> RecordID? {
    switch record.kind {
    case Play.recordKind: return story(of: record)
    case SessionRecord.kind:
      if record.fields["kind"] == .text(Listening.kind.name) { return story(of: record) }
      return record.fields["kind"] == .text(Climbing.kind.name) ? record.id : nil
    case Climb.recordKind, Attempt.recordKind, TagMark.recordKind, AppProfile.recordKind:
      return record.id
    default: return nil
    }
  }

  private static func story(of record: Record) -> RecordID? {
    let story: Identifier<Story>? = try? record.fields.id("story")
    return story?.record
  }
}
