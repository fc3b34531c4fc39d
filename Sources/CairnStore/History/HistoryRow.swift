public import Cairn
import CairnSQL

/// One line of history: a mutation, or a batch as one.
public struct HistoryRow: Sendable, Equatable {
  /// What undo takes.
  public let id: RecordID
  /// When the person did it.
  public let at: Instant
  /// What they did.
  public let title: String
  /// What it took back, or nil.
  public let undoes: RecordID?
  /// Whether it stands: false when a later line took it back.
  public let stands: Bool
  /// How many mutations it consists of.
  public let parts: Int64
  /// The device it was done on, as ``DeviceNames`` knows it.
  public let node: UInt32

  /// Whether a rule did it where devices met, and no person: undo takes it back before what it followed.
  public var isByRule: Bool { id.isOfRule }

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id) }
}

enum HistoryQuery {
  /// Newest first by stamp, so that lines of another log stand in their place in time; with
  /// `before` only those that stand below that line.
  static func list(
    limit: Int,
    before: RecordID? = nil,
    in connection: any SQLConnection
  ) throws -> [HistoryRow] {
    let older: SQL =
      before.map { line in
        """
         AND (stamp, number) < (
          SELECT above.stamp, above.number FROM mutation AS above
          WHERE above.line = \(line) AND above.part = 1)
        """
      } ?? ""
    return try connection.all(
      "\(fragment: lines)\(fragment: older) ORDER BY stamp DESC, number DESC LIMIT \(limit)",
      Self.row
    )
  }

  static func find(_ line: RecordID, in connection: any SQLConnection) throws -> HistoryRow? {
    try connection.first("\(fragment: lines) AND line = \(line)", Self.row)
  }

  /// The newest line of a person that stands and took nothing back: what undo means without a name.
  static func lastDone(in connection: any SQLConnection) throws -> HistoryRow? {
    try last("AND undoes IS NULL", in: connection)
  }

  /// The lines of rules after a stamp, in their order; of those only that came before a line.
  static func rules(
    after stamp: Stamp,
    before line: RecordID?,
    in connection: any SQLConnection
  ) throws -> [HistoryRow] {
    let earlier: SQL =
      line.map { " AND number < (SELECT min(number) FROM mutation WHERE line = \($0))" } ?? ""
    let query: SQL = """
      SELECT line FROM mutation
      WHERE part = 1 AND undoes IS NULL AND stamp > \(stamp.text)\(fragment: earlier)
      ORDER BY stamp, number
      """
    return try connection.all(query, { try $0.id(0) }).filter(\.isOfRule).compactMap {
      try find($0, in: connection)
    }
  }

  /// The lines of one moment, the latest first.
  static func list(at moment: Instant, in connection: any SQLConnection) throws -> [HistoryRow] {
    try connection.all(
      "\(fragment: lines) AND at = \(moment) ORDER BY stamp DESC, number DESC",
      Self.row
    )
  }

  /// The newest undo that stands: what redo means without a name.
  ///
  /// Not that of a join, which leaves nothing to do again: its file is imported again.
  static func lastUndone(in connection: any SQLConnection) throws -> HistoryRow? {
    try last(
      """
      AND undoes IN (
        SELECT line FROM mutation WHERE undoes IS NULL AND (joined IS NULL OR joined <> line))
      """,
      in: connection
    )
  }

  private static func last(_ rest: SQL, in connection: any SQLConnection) throws -> HistoryRow? {
    let standing: SQL = """
      \(fragment: lines) \(fragment: rest) AND NOT EXISTS (\(fragment: takenBack))
      ORDER BY stamp DESC, number DESC
      """
    var last: HistoryRow?
    try connection.scan(standing) { row in
      let line = try Self.row(row)
      last = line.isByRule ? nil : line
      return line.isByRule
    }
    return last
  }

  /// The undo of a line that was not redone.
  static func standingUndo(
    of line: RecordID,
    in connection: any SQLConnection
  ) throws -> HistoryRow? {
    try connection.first(
      """
      \(fragment: lines) AND undoes = \(line) AND NOT EXISTS (\(fragment: takenBack))
      ORDER BY stamp DESC, number DESC LIMIT 1
      """,
      Self.row
    )
  }

  /// A line is taken back by an undo that was not redone, of itself or of the join that brought it;
  /// a redo itself is never undone, the line it brought back is.
  private static let takenBack: SQL = """
    SELECT 1 FROM mutation AS undo
    WHERE undo.undoes IN (mutation.line, mutation.joined) AND undo.part = 1 AND NOT EXISTS (
      SELECT 1 FROM mutation AS redo WHERE redo.undoes = undo.line)
    """

  private static let lines: SQL = """
    SELECT line, at, title, undoes,
      CASE WHEN EXISTS (\(fragment: takenBack)) THEN 0 ELSE 1 END,
      (SELECT count(*) FROM mutation AS one WHERE one.line = mutation.line), stamp
    FROM mutation
    WHERE part = 1
    """

  private static func row(_ row: any SQLRow) throws -> HistoryRow {
    guard let stamp = Stamp(text: try row.text(6)) else { throw RecordTable.malformed("stamp") }
    return HistoryRow(
      id: try row.id(0),
      at: try row.instant(1),
      title: try row.text(2),
      undoes: try row.idOrNil(3),
      stands: try row.integer(4) == 1,
      parts: try row.integer(5),
      node: stamp.node
    )
  }
}
