public import Cairn
import CairnSQL

/// The column `outbox`: 0 for unsent mutations, 1 for acknowledged ones, 2 for those confirmed by a later pull.
///
/// A rejected mutation stays in state 0 and has a row in `quarantine`; see ``QuarantineTable``.
enum OutboxTable {
  /// Returns the oldest unsent mutations, in the order they were made.
  static func queued(limit: Int, in connection: any SQLConnection) throws -> [SyncMutation] {
    try connection.all(
      """
      \(fragment: MutationTable.syncColumns) WHERE outbox = 0
        AND id NOT IN (SELECT mutation FROM quarantine)
      ORDER BY number LIMIT \(limit)
      """,
      MutationTable.syncMutation
    )
  }

  static func count(in connection: any SQLConnection) throws -> Int {
    let query: SQL = """
      SELECT count(*) FROM mutation
      WHERE outbox = 0 AND id NOT IN (SELECT mutation FROM quarantine)
      """
    return try connection.value(query) ?? 0
  }

  /// Returns the mutations that the server acknowledged and no pull has confirmed.
  static func unconfirmed(limit: Int, in connection: any SQLConnection) throws -> [RecordID] {
    try connection.values("SELECT id FROM mutation WHERE outbox = 1 ORDER BY number LIMIT \(limit)")
  }

  static func mark(_ ids: [RecordID], _ state: Int, in connection: any SQLConnection) throws {
    for id in ids { try connection.run("UPDATE mutation SET outbox = \(state) WHERE id = \(id)") }
  }

  /// Marks a mutation as acknowledged, unless it already is; its own response may have been lost.
  static func markAcknowledged(_ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET outbox = 1 WHERE id = \(id) AND outbox = 0")
  }

  /// Marks all mutations as unsent.
  static func markAllUnsent(in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET outbox = 0 WHERE outbox > 0")
  }

  /// Returns the fields set by unconfirmed mutations; with `isUnacknowledged` only by unacknowledged ones.
  static func unconfirmedFields(
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
enum QuarantineTable {
  static func add(
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

  static func all(in connection: any SQLConnection) throws -> [RejectedMutation] {
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

  static func ids(in connection: any SQLConnection) throws -> [RecordID] {
    try connection.values("SELECT mutation FROM quarantine")
  }

  static func empty(in connection: any SQLConnection) throws {
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
enum ResendTable {
  /// Replaces the content with all records.
  static func fill(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM resend")
    try connection.run("INSERT INTO resend (kind, id) SELECT kind, id FROM record")
  }

  /// Adds the records of some changes.
  static func add(_ changes: [Change], in connection: any SQLConnection) throws {
    for change in changes { try add(change.kind, change.id, in: connection) }
  }

  static func add(_ kind: RecordKind, _ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO resend (kind, id) VALUES (\(kind.name), \(id))
      ON CONFLICT (\(key: "kind, id")) DO NOTHING
      """
    )
  }

  static func remove(_ record: Record, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM resend WHERE kind = \(record.kind.name) AND id = \(record.id)")
  }

  static func contains(_ record: Record, in connection: any SQLConnection) throws -> Bool {
    let query: SQL = """
      SELECT 1 FROM resend WHERE kind = \(record.kind.name) AND id = \(record.id)
      """
    return try connection.first(query) { _ in true } ?? false
  }

  static func isEmpty(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM resend LIMIT 1") { _ in false } ?? true
  }

  static func records(limit: Int, in connection: any SQLConnection) throws -> [Record] {
    let keys = try connection.all("SELECT kind, id FROM resend ORDER BY kind, id LIMIT \(limit)") {
      (RecordKind(try $0["kind"]), try $0["id"] as RecordID)
    }
    return try keys.compactMap { try RecordTable.find($0.0, $0.1, in: connection) }
  }
}
