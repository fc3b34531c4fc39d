import Cairn
import CairnSQL

/// The table `connection`.
enum ConnectionTable {
  static func insert(
    _ connection: Connection,
    of account: Identifier<Account>,
    in database: any SQLConnection
  ) throws {
    try database.run(
      """
      INSERT INTO connection (id, account, kind, name, created_at, sessions)
      VALUES (\(connection.id), \(account), \(connection.kind.name), \(connection.name),
        \(connection.createdAt), 0)
      """
    )
  }

  /// Returns the connections of an account, oldest first; `now` decides which passwords have expired.
  static func all(
    of account: Identifier<Account>,
    at now: Instant,
    in database: any SQLConnection
  ) throws -> [Connection] {
    let query: SQL = """
      SELECT \(fragment: Connection.columns) FROM connection
      WHERE account = \(account) ORDER BY created_at, id
      """
    return try database.all(query) { try Connection($0, at: now) }.compactMap(\.self)
  }

  static func pause(
    _ id: Identifier<Connection>,
    at now: Instant?,
    in database: any SQLConnection
  ) throws {
    try database.run("UPDATE connection SET paused_at = \(now) WHERE id = \(id)")
  }

  static func touch(
    _ id: Identifier<Connection>,
    at now: Instant,
    in database: any SQLConnection
  ) throws {
    try database.run("UPDATE connection SET contact_at = \(now) WHERE id = \(id)")
  }

  static func delete(_ id: Identifier<Connection>, in database: any SQLConnection) throws {
    try database.run("DELETE FROM connection WHERE id = \(id)")
  }
}

extension Connection {
  fileprivate static let columns: SQL = """
    id, kind, name, created_at, paused_at, contact_at, sessions, problem,
    (SELECT seen_at FROM credential WHERE credential.id = connection.id) AS seen_at
    """

  /// Reads the columns; nil for a kind that this version does not know.
  fileprivate init?(_ row: any SQLRow, at now: Instant) throws {
    let name: String = try row["kind"]
    guard let kind = Kind.all.first(where: { $0.name == name }) else { return nil }
    self.kind = kind
    (id, self.name, createdAt) = try (row["id"], row["name"], row["created_at"])
    (pausedAt, contactAt) = try (row["paused_at"], row["contact_at"])
    (sessions, problem) = try (row["sessions"], row["problem"])
    let seenAt: Instant? = try row["seen_at"]
    isSignedIn = seenAt.map { now < Credential.expiry(ofConnectionUsed: $0) } ?? false
  }
}
