public import Cairn
import CairnSQL

extension LogWriter {
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
