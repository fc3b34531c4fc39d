public import Cairn
import CairnSQL

extension LogWriter {
  /// Sets the start and end position of a session in its audio; nil keeps one, an inner nil clears it.
  ///
  /// An unchanged position may exceed the duration of a story that turned out shorter. Throws `listening.beyond_end`
  /// and `listening.invalid_position`.
  public func setPlaces(
    _ start: Milliseconds??,
    _ end: Milliseconds??,
    of detail: inout Listening
  ) throws {
    let (from, to) = (start ?? detail.startPosition, end ?? detail.endPosition)
    let story = try find(Story.self, detail.story.record)
    if let from, from != detail.startPosition { try story?.requirePosition(from) }
    if let to, to != detail.endPosition { try story?.requirePosition(to) }
    try detail.setPositions(from, to)
  }

  /// Returns the last known position in a story; nil if unknown or the story was finished.
  public func place(in story: Identifier<Story>) throws -> Milliseconds? {
    let query: SQL = """
      SELECT CASE WHEN is_completed = 0 THEN end_position END FROM listening
      WHERE story = \(story) AND is_open = 0 AND (end_position IS NOT NULL OR is_completed = 1)
      ORDER BY started_at DESC, session DESC LIMIT 1
      """
    return try connection.first(query) { try $0.integerOrNil(0).map { Milliseconds($0) } } ?? nil
  }
}
