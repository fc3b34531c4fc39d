import Cairn
package import CairnSQL

/// The table `unreadable`: remote records that this version could not store or read, and why.
///
/// A record with an impossible value is not stored. One of a newer version is stored, but has no projection rows.
package enum UnreadableTable {
  /// Adds or replaces an entry, which is about the record as it is stored or about a version that was refused.
  static func insert(
    _ kind: RecordKind,
    _ id: RecordID,
    _ reason: String,
    isStored: Bool,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO unreadable (kind, id, stored, reason)
      VALUES (\(kind.name), \(id), \(isStored), \(reason))
      ON CONFLICT (\(key: "kind, id")) DO UPDATE SET stored = excluded.stored,
        reason = excluded.reason
      """
    )
  }

  static func remove(
    _ kind: RecordKind,
    _ id: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run("DELETE FROM unreadable WHERE kind = \(kind.name) AND id = \(id)")
  }

  /// Removes the entries about stored records, which a rebuild reads again, but not about refused versions of them.
  static func removeStored(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM unreadable WHERE stored = 1")
  }

  /// Returns all, as `kind id: reason`.
  static func all(in connection: any SQLConnection) throws -> [String] {
    try connection.all("SELECT kind, id, reason FROM unreadable ORDER BY kind, id") {
      let id: RecordID = try $0["id"]
      return "\(try $0["kind"] as String) \(id.text): \(try $0["reason"] as String)"
    }
  }

  static func empty(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM unreadable")
  }

  static func isEmpty(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM unreadable LIMIT 1") { _ in false } ?? true
  }

  /// Returns the number of unreadable records and the reason of the first, in a sentence; nil if there are none.
  package static func problem(in connection: any SQLConnection) throws -> String? {
    let count: Int64 = try connection.value("SELECT count(*) FROM unreadable") ?? 0
    guard count > 0 else { return nil }
    let query: SQL = "SELECT kind, reason FROM unreadable ORDER BY kind, id LIMIT 1"
    let first =
      try connection.first(query) { "\(try $0["kind"] as String): \(try $0["reason"] as String)" }
      ?? ""
    let words = count == 1 ? "1 record cannot be read here" : "\(count) records cannot be read here"
    return "\(words), because of a newer version or invalid data. The first is \(first)"
  }
}
