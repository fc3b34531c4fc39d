public import Cairn
import CairnSQL

extension Log {
  /// Returns the total time in some days during which sessions overlapped.
  ///
  /// Nil if overlaps are impossible: with only one kind of session, except listening, where players may report
  /// overlapping ones.
  public func overlapTime(in days: ClosedRange<LocalDay>) async throws -> Milliseconds? {
    try await read { connection in
      guard try Self.canRunAtOnce(days, in: connection) else { return nil }
      let sum: SQL = """
        SELECT CAST(coalesce(sum(time), 0) AS BIGINT) FROM overlap_day
        WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        """
      return Milliseconds(try connection.value(sum) ?? 0)
    }
  }

  private static func canRunAtOnce(
    _ days: ClosedRange<LocalDay>,
    in connection: any SQLConnection
  ) throws -> Bool {
    let kinds: [String] = try connection.values(
      """
      SELECT kind FROM (\(fragment: knownKinds)) AS known WHERE EXISTS (
        SELECT 1 FROM day_total WHERE day_total.kind = known.kind
          AND day BETWEEN \(days.lowerBound) AND \(days.upperBound))
      """
    )
    return kinds.count > 1 || kinds == [Listening.kind.name]
  }
}
