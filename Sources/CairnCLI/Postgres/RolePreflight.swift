import Cairn
import CairnPostgres
import CairnStore

/// Which databases were found to be what they should be; one is looked at until it was.
actor RolePreflight {
  /// The id of each, which tells two names of one database.
  private var ids: [String?: String] = [:]

  /// Refuses a database whose role could see past the policies or was not given what Cairn needs, whose
  /// tables are not whole or of another version, and a second name of one database.
  ///
  /// Throws `storage.powerful_role`, `storage.not_whole`, `storage.not_prepared`, `storage.newer_log`,
  /// `storage.missing_role`, `storage.one_database` and `storage.unreachable`.
  func vet(_ server: PostgresServer, named name: String?) async throws {
    guard ids[name] == nil else { return }
    try await server.requireHarmlessRole()
    try await server.requireMember()
    try await server.requirePolicies()
    try await Log.requireTables(in: server.tables)
    try await server.requireReader()
    let id = try await Log.databaseID(of: server.tables)
    if let other = ids.first(where: { $0.value == id && $0.key != name }) {
      throw CairnError.oneDatabase(name, other.key)
    }
    ids[name] = id
  }
}
