import Cairn
import CairnSQL

/// The table `setup_link`: the hash and expiry of the setup secret.
enum SetupLinkTable {
  static func put(_ hash: String, until end: Instant, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO setup_link (one, hash, expires_at) VALUES (1, \(hash), \(end))
      ON CONFLICT (one) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at
      """
    )
  }

  static func isValid(
    _ hash: String,
    at now: Instant,
    in connection: any SQLConnection
  ) throws -> Bool {
    let query: SQL = "SELECT 1 FROM setup_link WHERE hash = \(hash) AND expires_at > \(now)"
    return try connection.first(query) { _ in } != nil
  }

  static func delete(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM setup_link")
  }
}
