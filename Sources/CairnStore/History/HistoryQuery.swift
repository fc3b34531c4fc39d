package import Cairn
package import CairnSQL
package import CairnReports

/// Queries for history entries.
package enum HistoryQuery {
  /// Returns entries, the latest first; with `before` only those older than that entry.
  ///
  /// The order is by stamp, so that entries of another log appear at their place in time.
  static func list(
    limit: Int,
    before: RecordID? = nil,
    in connection: any SQLConnection
  ) throws -> [HistoryRow] {
    let older: SQL =
      before.map { entryID in
        """
         AND (stamp, number) < (
          SELECT above.stamp, above.number FROM mutation AS above
          WHERE above.entry = \(entryID) AND above.part = 1)
        """
      } ?? ""
    return try connection.all(
      "\(fragment: entries)\(fragment: older) ORDER BY stamp DESC, number DESC LIMIT \(limit)",
      Self.row
    )
  }

  /// Returns an entry; nil if there is none.
  package static func find(
    _ entryID: RecordID,
    in connection: any SQLConnection
  ) throws -> HistoryRow? {
    try connection.first("\(fragment: entries) AND entry = \(entryID)", Self.row)
  }

  /// Returns the latest entry by a person that is in effect and no undo: the default target of undo.
  static func lastUndoable(in connection: any SQLConnection) throws -> HistoryRow? {
    try last("AND undoes IS NULL", in: connection)
  }

  /// Returns the automatic entries after a stamp, in order, optionally only those stored before an entry.
  static func automaticEntries(
    after stamp: Stamp,
    before entryID: RecordID?,
    in connection: any SQLConnection
  ) throws -> [HistoryRow] {
    let earlier: SQL =
      entryID.map { " AND number < (SELECT min(number) FROM mutation WHERE entry = \($0))" } ?? ""
    let query: SQL = """
      SELECT entry FROM mutation
      WHERE part = 1 AND undoes IS NULL AND stamp > \(stamp.text)\(fragment: earlier)
      ORDER BY stamp, number
      """
    return try (connection.values(query) as [RecordID]).filter(\.isAutomaticEntry).compactMap {
      try find($0, in: connection)
    }
  }

  /// Returns the entries made at an instant, the latest first.
  static func list(at moment: Instant, in connection: any SQLConnection) throws -> [HistoryRow] {
    try connection.all(
      "\(fragment: entries) AND at = \(moment) ORDER BY stamp DESC, number DESC",
      Self.row
    )
  }

  /// Returns the latest undo in effect: the default target of redo.
  ///
  /// Skips the undo of a log merge, which redo cannot restore; the file must be imported again.
  static func lastRedoable(in connection: any SQLConnection) throws -> HistoryRow? {
    try last(
      """
      AND turn % 2 = 1 AND undoes IN (
        SELECT entry FROM mutation WHERE undoes IS NULL AND (log_merge IS NULL OR log_merge <> entry))
      """,
      in: connection
    )
  }

  private static func last(_ rest: SQL, in connection: any SQLConnection) throws -> HistoryRow? {
    let entriesInEffect: SQL = """
      \(fragment: entries) \(fragment: rest) AND NOT EXISTS (\(fragment: isUndone))
        AND NOT EXISTS (\(fragment: isRedone))
      ORDER BY stamp DESC, number DESC
      """
    var last: HistoryRow?
    try connection.scan(entriesInEffect) { row in
      let entry = try Self.row(row)
      last = entry.isAutomatic ? nil : entry
      return entry.isAutomatic
    }
    return last
  }

  /// Returns the latest undo or redo of an entry.
  package static func lastUndo(
    of entryID: RecordID,
    in connection: any SQLConnection
  ) throws -> HistoryRow? {
    try connection.first(
      """
      \(fragment: entries) AND undoes = \(entryID)
      ORDER BY turn DESC, stamp DESC, number DESC LIMIT 1
      """,
      Self.row
    )
  }

  /// Returns the latest undo of the act that set a value, if its stamp has a turn.
  package static func lastUndo(
    of stamp: Stamp,
    in connection: any SQLConnection
  ) throws -> HistoryRow? {
    guard stamp.turn > 0, let act = try MutationTable.find(stamp.unturned, in: connection) else {
      return nil
    }
    return try lastUndo(of: act.entry, in: connection)
  }

  /// Matches if the entry, or the log merge that added it, is undone.
  private static let isUndone: SQL = """
    SELECT 1 FROM mutation AS undo
    WHERE undo.undoes IN (mutation.entry, mutation.log_merge) AND undo.part = 1 AND undo.turn % 2 = 1
      AND NOT EXISTS (
        SELECT 1 FROM mutation AS redo
        WHERE redo.undoes = undo.undoes AND redo.turn > undo.turn)
    """

  /// Matches if the entry is an undo, and what it undid was redone.
  private static let isRedone: SQL = """
    SELECT 1 FROM mutation AS redo
    WHERE redo.undoes = mutation.undoes AND mutation.turn % 2 = 1 AND redo.turn > mutation.turn
    """

  private static let entries: SQL = """
    SELECT entry, at, title, undoes AS act, turn,
      CASE WHEN turn % 2 = 1 THEN undoes ELSE (
        SELECT undo.entry FROM mutation AS undo
        WHERE undo.undoes = mutation.undoes AND undo.turn = mutation.turn - 1
        ORDER BY undo.number LIMIT 1) END AS undoes,
      CASE WHEN EXISTS (\(fragment: isUndone)) OR EXISTS (\(fragment: isRedone)) THEN 0 ELSE 1 END
        AS is_in_effect,
      (SELECT count(*) FROM mutation AS one WHERE one.entry = mutation.entry) AS parts, stamp
    FROM mutation
    WHERE part = 1
    """

  private static func row(_ row: any SQLRow) throws -> HistoryRow {
    guard let stamp = try row.decode("stamp", Stamp.init(text:)) else {
      throw RecordTable.malformed("stamp")
    }
    return HistoryRow(
      id: try row["entry"],
      at: try row["at"],
      title: try row["title"],
      undoes: try row["undoes"],
      act: try row["act"],
      turn: try row["turn"],
      isInEffect: try row["is_in_effect"],
      parts: try row["parts"],
      node: stamp.node
    )
  }
}
