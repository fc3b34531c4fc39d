package import Cairn
package import CairnSQL

/// The table `remote_deletion`: records deleted by another device that are, or may become, part of a bulk deletion.
///
/// `notice` is the bulk deletion that reports the record; null before that. The table is local to this log and never
/// synced.
package enum RemoteDeletionTable {
  /// Adds a record that another device deleted.
  package static func add(
    _ record: Record,
    by node: UInt32,
    at now: Instant,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO remote_deletion (kind, id, node, at)
      VALUES (\(record.kind.name), \(record.id), \(Int64(node)), \(now))
      ON CONFLICT (\(key: "kind, id")) DO UPDATE
      SET node = excluded.node, at = excluded.at, notice = NULL
      """
    )
  }

  /// Returns all rows, for a log that replaces this one.
  static func rows(in connection: any SQLConnection) throws -> [RemoteDeletion] {
    try connection.all("SELECT kind, id, node, at, notice FROM remote_deletion ORDER BY kind, id") {
      row in
      RemoteDeletion(
        kind: try row["kind"],
        id: try row["id"],
        node: try row["node"],
        at: try row["at"],
        notice: try row["notice"]
      )
    }
  }

  /// Adds the rows of the log that this one replaces.
  static func add(_ rows: [RemoteDeletion], in connection: any SQLConnection) throws {
    for row in rows {
      try connection.run(
        """
        INSERT INTO remote_deletion (kind, id, node, at, notice)
        VALUES (\(row.kind), \(row.id), \(row.node), \(row.at), \(row.notice))
        """
      )
    }
  }

  /// Removes a restored record.
  static func remove(_ kind: RecordKind, _ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM remote_deletion WHERE kind = \(kind.name) AND id = \(id)")
  }

  /// Removes all records of a bulk deletion.
  package static func forget(_ notice: RecordID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM remote_deletion WHERE notice = \(notice)")
  }

  /// Returns the distinct times of unreported deletions, ascending.
  package static func unreportedTimes(in connection: any SQLConnection) throws -> [Instant] {
    try connection.values(
      "SELECT DISTINCT at FROM remote_deletion WHERE notice IS NULL ORDER BY at"
    )
  }

  /// Returns the number of unreported deletions.
  package static func unreportedCount(in connection: any SQLConnection) throws -> Int {
    try connection.value("SELECT count(*) FROM remote_deletion WHERE notice IS NULL") ?? 0
  }

  /// Removes unreported deletions outside `first` to `last`.
  package static func retainUnreported(
    from first: Instant,
    to last: Instant,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      "DELETE FROM remote_deletion WHERE notice IS NULL AND (at < \(first) OR at > \(last))"
    )
  }

  /// Assigns all unreported deletions to a bulk deletion.
  package static func markReported(as notice: RecordID, in connection: any SQLConnection) throws {
    try connection.run("UPDATE remote_deletion SET notice = \(notice) WHERE notice IS NULL")
  }

  /// Returns the bulk deletion that grew last, and when it did.
  package static func latestReported(
    in connection: any SQLConnection
  ) throws -> (notice: RecordID, at: Instant)? {
    let query: SQL = """
      SELECT notice, at FROM remote_deletion WHERE notice IS NOT NULL ORDER BY at DESC, notice LIMIT 1
      """
    return try connection.first(query) { try ($0["notice"], $0["at"]) }
  }

  /// Returns the records of a bulk deletion, by kind and id.
  package static func records(
    of notice: RecordID,
    in connection: any SQLConnection
  ) throws -> [Record] {
    let query: SQL =
      "SELECT kind, id FROM remote_deletion WHERE notice = \(notice) ORDER BY kind, id"
    let keys = try connection.all(query) {
      (RecordKind(try $0["kind"]), try $0["id"] as RecordID)
    }
    return try keys.compactMap { try RecordTable.find($0.0, $0.1, in: connection) }
  }

  /// Returns all reported bulk deletions, the latest first.
  package static func all(in connection: any SQLConnection) throws -> [BulkDeletion] {
    let query: SQL = """
      SELECT notice, kind, node, count(*) AS count, min(at) AS at FROM remote_deletion WHERE notice IS NOT NULL
      GROUP BY notice, kind, node ORDER BY notice, kind, node
      """
    var groups: [RecordID: [Group]] = [:]
    try connection.each(query) { groups[try $0["notice"], default: []].append(try Group($0)) }
    return groups.map(BulkDeletion.init).sorted { ($0.at, $0.id) > ($1.at, $1.id) }
  }
}

/// A row of ``RemoteDeletionTable``.
struct RemoteDeletion: Sendable {
  let kind: String
  let id: RecordID
  let node: Int64
  let at: Instant
  let notice: RecordID?
}

/// The records of one kind that one device deleted.
private struct Group {
  let kind: RecordKind
  let node: UInt32
  let count: Int
  let at: Instant

  init(_ row: any SQLRow) throws {
    kind = RecordKind(try row["kind"])
    node = UInt32(truncatingIfNeeded: try row["node"] as Int64)
    (count, at) = try (row["count"], row["at"])
  }
}

extension BulkDeletion {
  fileprivate init(_ id: RecordID, _ groups: [Group]) {
    let counts = groups.map { ($0.kind, $0.count) }
    self.init(
      id: id,
      at: groups.map(\.at).min() ?? Instant(milliseconds: 0),
      counts: Dictionary(counts, uniquingKeysWith: +),
      nodes: Set(groups.map(\.node)).sorted()
    )
  }
}
