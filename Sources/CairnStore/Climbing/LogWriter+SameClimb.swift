import Cairn
import CairnSQL

// Every card of a climb is a record of its own; it is the same climb when name, discipline and
// place are the same.

extension LogWriter {
  /// Whether a climb was tried on another occasion, so that a send now is no first go.
  func wasTriedBefore(_ climb: Climb) throws -> Bool {
    guard let name = climb.name else { return false }
    let row = try climbRow(climb.id)
    let query: SQL = """
      SELECT 1 \(fragment: same(as: row, name))
        AND (coalesce(session.day, climb.day) < \(row.day)
          OR coalesce(session.day, climb.day) = \(row.day) AND \(fragment: isEarlier(than: climb)))
        AND EXISTS (SELECT 1 FROM attempt WHERE attempt.climb = climb.id)
      LIMIT 1
      """
    return try connection.first(query) { try $0.integer(0) } != nil
  }

  /// How many attempts came before a climb on its day, on other cards of the same climb.
  ///
  /// Before it are cards that stand earlier in its session, or in its list of a day without hours,
  /// and those of sessions that started earlier. Cards of two different grades are two climbs.
  func triesEarlierThatDay(_ climb: Climb) throws -> Int {
    guard let name = climb.name else { return 0 }
    let row = try climbRow(climb.id)
    let grade = climb.grade?.text.lowercased()
    let query: SQL = """
      SELECT count(*) FROM attempt WHERE attempt.climb IN (
        SELECT climb.id \(fragment: same(as: row, name))
          AND coalesce(session.day, climb.day) = \(row.day)
          AND coalesce(lower(climb.grade), \(grade), '')
            = coalesce(\(grade), lower(climb.grade), '')
          AND \(fragment: isEarlier(than: climb)))
      """
    return Int(try connection.first(query) { try $0.integer(0) } ?? 0)
  }

  /// The cards of the same climb on its day, it among them, in the order they were climbed in.
  ///
  /// Of a climb of a day without hours these are the others without, since it is not known when it
  /// was among those of sessions.
  func sameClimb(thatDay row: ClimbRow) throws -> [ClimbRow] {
    guard let name = row.climb.name else { return [row] }
    let others: SQL = """
      SELECT climb.id \(fragment: same(as: row, name))
        AND coalesce(session.day, climb.day) = \(row.day)
        AND (climb.session IS NULL) = \(row.climb.session == nil)
      """
    let own: SQL = "(climb.id = \(row.climb.id) OR climb.id IN (\(fragment: others)))"
    return try ClimbQuery.inOrder(own, in: connection)
  }

  private func isEarlier(than climb: Climb) -> SQL {
    guard let session = climb.session else {
      return "(climb.session IS NULL AND climb.position < \(climb.position))"
    }
    return """
      (climb.session = \(session) AND climb.position < \(climb.position)
        OR session.started_at < (SELECT started_at FROM session WHERE id = \(session)))
      """
  }

  private func same(as row: ClimbRow, _ name: String) -> SQL {
    """
    \(fragment: ClimbQuery.there) AND climb.folded = \(indexed(folded(name)))
      AND climb.id <> \(row.climb.id)
      AND coalesce(climb.discipline, '') = \(row.climb.discipline?.name ?? "")
      AND coalesce(session.place, climb.place, '') = \(row.place ?? "")
    """
  }
}
