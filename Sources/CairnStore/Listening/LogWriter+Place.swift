public import Cairn
import CairnSQL

extension LogWriter {
  /// Sets where in its audio a session began and ended, as a person says it; what they do not say
  /// stays, and an inner nil takes it away.
  ///
  /// A place that stays may lie behind the end of a story that turned out to be shorter. Throws
  /// `listening.beyond_end` and `listening.invalid_position`.
  public func setPlaces(
    _ start: Milliseconds??,
    _ end: Milliseconds??,
    of detail: inout Listening
  ) throws {
    let (from, to) = (start ?? detail.startPosition, end ?? detail.endPosition)
    let story = try find(Story.self, detail.story.record)
    if let from, from != detail.startPosition { try story?.requirePlace(from) }
    if let to, to != detail.endPosition { try story?.requirePlace(to) }
    try detail.setPositions(from, to)
  }

  /// Where a listener left a story the last time; nil when that is not known, and after it was
  /// heard to its end.
  public func place(in story: Identifier<Story>) throws -> Milliseconds? {
    let query: SQL = """
      SELECT CASE WHEN is_completed = 0 THEN end_position END FROM listening
      WHERE story = \(story) AND is_open = 0 AND (end_position IS NOT NULL OR is_completed = 1)
      ORDER BY started_at DESC, session DESC LIMIT 1
      """
    return try connection.first(query) { try $0.integerOrNil(0).map { Milliseconds($0) } } ?? nil
  }
}
