import Cairn
import CairnPostgres
import CairnStore

/// Checks of databases before their first use; a failed check is repeated.
actor RolePreflight {
  /// The ID of each database, to detect two names of one database.
  private var ids: [String?: String] = [:]

  /// Checks the role, the row security and the tables of a database, and that it has no second name.
  ///
  /// Throws `storage.privileged_role` for a role that bypasses row security, `storage.missing_role`,
  /// `storage.schema_incomplete`, `storage.not_prepared`, `storage.newer_log`, `storage.duplicate_database` and
  /// `storage.unreachable`.
  func check(_ server: PostgresServer, named name: String?) async throws {
    guard ids[name] == nil else { return }
    try await server.requireUnprivilegedRole()
    try await server.requireAppRole()
    try await server.requirePolicies()
    try await Log.requireTables(in: server.tables)
    try await server.requireReaderRole()
    let id = try await Log.databaseID(of: server.tables)
    if let other = ids.first(where: { $0.value == id && $0.key != name }) {
      throw CairnError.sameDatabase(name, other.key)
    }
    ids[name] = id
  }
}
