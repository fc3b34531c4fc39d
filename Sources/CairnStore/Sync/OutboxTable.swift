public import Cairn
package import CairnSQL

/// The column `outbox`: 0 for unsent mutations, 1 for acknowledged ones, 2 for those confirmed by a later pull.
///
/// A rejected mutation stays in state 0 and has a row in `quarantine`; see ``QuarantineTable``.
package enum OutboxTable {
  /// Returns the oldest unsent mutations, in the order they were made.
  package static func queued(limit: Int, in connection: any SQLConnection) throws -> [SyncMutation]
  {
    try connection.all(
      """
      \(fragment: MutationTable.syncColumns) WHERE outbox = 0
        AND id NOT IN (SELECT mutation FROM quarantine)
      ORDER BY number LIMIT \(limit)
      """,
      MutationTable.syncMutation
    )
  }

  /// Returns the number of unsent mutations.
  package static func count(in connection: any SQLConnection) throws -> Int {
    try waiting(in: connection)?.count ?? 0
  }

  /// Returns the number of unsent mutations, and when the oldest was made; nil without any.
  package static func waiting(
    in connection: any SQLConnection
  ) throws -> (count: Int, since: Instant)? {
    let query: SQL = """
      SELECT count(*) AS count, min(at) AS first FROM mutation
      WHERE outbox = 0 AND id NOT IN (SELECT mutation FROM quarantine)
      """
    return try connection.first(query) { row in
      try (row["first"] as Instant?).map { (try row["count"], $0) }
    } ?? nil
  }

  /// Returns the mutations that the server acknowledged and no pull has confirmed.
  package static func unconfirmed(limit: Int, in connection: any SQLConnection) throws -> [RecordID]
  {
    try connection.values("SELECT id FROM mutation WHERE outbox = 1 ORDER BY number LIMIT \(limit)")
  }

  /// Sets the state of mutations.
  package static func mark(_ ids: [RecordID], _ state: Int, in connection: any SQLConnection) throws
  {
    for id in ids { try connection.run("UPDATE mutation SET outbox = \(state) WHERE id = \(id)") }
  }

  /// Marks a mutation as acknowledged, unless it already is; its own response may have been lost.
  package static func markAcknowledged(_ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET outbox = 1 WHERE id = \(id) AND outbox = 0")
  }

  /// Marks all mutations as unsent.
  package static func markAllUnsent(in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET outbox = 0 WHERE outbox > 0")
  }

  /// Returns the fields set by unconfirmed mutations; with `isUnacknowledged` only by unacknowledged ones.
  package static func unconfirmedFields(
    isUnacknowledged: Bool = false,
    in connection: any SQLConnection
  ) throws -> [RecordID: Set<String>] {
    var fields: [RecordID: Set<String>] = [:]
    let query: SQL = """
      \(fragment: MutationTable.syncColumns) WHERE outbox < \(isUnacknowledged ? 1 : 2)
        OR id IN (SELECT mutation FROM quarantine)
      """
    try connection.each(query) { row in
      let sent = try MutationTable.syncMutation(row)
      for change in sent.isHistoryOnly ? [] : sent.mutation.changes {
        fields[change.id, default: []].formUnion(change.set.members.map(\.name))
      }
    }
    return fields
  }
}

/// The table `quarantine`: mutations that the server rejected permanently (spec/sync.md F7).
package enum QuarantineTable {
  /// Adds a mutation with the code and reason of its rejection, unless it is there.
  package static func add(
    _ id: RecordID,
    _ code: String,
    _ reason: String,
    at now: Instant,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO quarantine (mutation, code, reason, at) VALUES (\(id), \(code), \(reason), \(now))
      ON CONFLICT (\(key: "mutation")) DO NOTHING
      """
    )
  }

  /// Returns all, in the order they were made.
  package static func all(in connection: any SQLConnection) throws -> [RejectedMutation] {
    try connection.all(
      """
      SELECT mutation.entry, mutation.title, quarantine.code, quarantine.reason, quarantine.at
      FROM quarantine JOIN mutation ON mutation.id = quarantine.mutation
      ORDER BY mutation.number
      """
    ) { row in
      RejectedMutation(
        entry: try row["entry"],
        title: try row["title"],
        code: try row["code"],
        reason: try row["reason"],
        at: try row["at"]
      )
    }
  }

  /// Returns the ids of all, in no order.
  package static func ids(in connection: any SQLConnection) throws -> [RecordID] {
    try connection.values("SELECT mutation FROM quarantine")
  }

  /// Removes all.
  package static func empty(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM quarantine")
  }
}

/// A mutation that the server rejected.
public struct RejectedMutation: Sendable, Equatable {
  /// The history entry it belongs to.
  public let entry: RecordID
  /// The title of the mutation.
  public let title: String
  /// The code of the server's error.
  public let code: String
  /// The server's reason, in a sentence.
  public let reason: String
  /// The time of the rejection.
  public let at: Instant
}

/// The table `resend`: records of which the server may lack a value.
package enum ResendTable {
  /// Replaces the content with all records.
  package static func fill(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM resend")
    try connection.run("INSERT INTO resend (kind, id) SELECT kind, id FROM record")
  }

  /// Adds the records of some changes.
  package static func add(_ changes: [Change], in connection: any SQLConnection) throws {
    for change in changes { try add(change.kind, change.id, in: connection) }
  }

  /// Adds a record, unless it is there.
  package static func add(
    _ kind: RecordKind,
    _ id: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO resend (kind, id) VALUES (\(kind.name), \(id))
      ON CONFLICT (\(key: "kind, id")) DO NOTHING
      """
    )
  }

  /// Removes a record.
  package static func remove(_ record: Record, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM resend WHERE kind = \(record.kind.name) AND id = \(record.id)")
  }

  /// Returns whether a record is there.
  package static func contains(_ record: Record, in connection: any SQLConnection) throws -> Bool {
    let query: SQL = """
      SELECT 1 FROM resend WHERE kind = \(record.kind.name) AND id = \(record.id)
      """
    return try connection.first(query) { _ in true } ?? false
  }

  /// Returns whether there are none.
  package static func isEmpty(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM resend LIMIT 1") { _ in false } ?? true
  }

  /// Returns records as they are now, by kind and id.
  package static func records(limit: Int, in connection: any SQLConnection) throws -> [Record] {
    let keys = try connection.all("SELECT kind, id FROM resend ORDER BY kind, id LIMIT \(limit)") {
      (RecordKind(try $0["kind"]), try $0["id"] as RecordID)
    }
    return try keys.compactMap { try RecordTable.find($0.0, $0.1, in: connection) }
  }
}
