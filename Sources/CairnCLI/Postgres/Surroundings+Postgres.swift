import Cairn
import CairnPassword
import CairnPostgres
import CairnSQL
import CairnServer
import CairnStore

extension Surroundings {
  /// The server of a database that is named; nil where logs are files.
  ///
  /// Throws `usage.value` for another address.
  func postgres(_ settings: ServerSettings? = nil) throws(CairnError) -> PostgresServer? {
    let settings = settings ?? ServerSettings(nil, variable: variable)
    guard let address = try settings.value(.database) else { return nil }
    guard ["postgres://", "postgresql://"].contains(where: { address.hasPrefix($0) }) else {
      let origin = try settings.found(.database).origin
      throw CairnError(
        "usage.value",
        "\(origin) takes the address of a PostgreSQL database.",
        hint: "Give it like postgresql://cairn_server@localhost/cairn."
      )
    }
    return PostgresServer(address)
  }

  /// The accounts of a database; throws `storage.failed` for one whose tables are not of this version,
  /// or a role that could see past them.
  func household(in server: PostgresServer, webhooks: Webhooks?) async throws -> Household {
    try DataDirectory.make(directory.path)
    try await translated { try await server.requireHarmlessRole() }
    var webhooks = webhooks
    if webhooks == nil { webhooks = try await knownWebhooks() }
    return Household(
      try await Accounts.open(server.household, environment: environment),
      logs: PostgresLogs(server: server, directory: directory, environment: environment),
      passwords: try PasswordThread(),
      webhooks: webhooks
    )
  }
}
