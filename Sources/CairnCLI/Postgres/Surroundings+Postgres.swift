import Cairn
import CairnPassword
import CairnPostgres
import CairnSQL
import CairnServer
import CairnStore

extension Surroundings {
  /// The server of a database that is named; nil where logs are files.
  ///
  /// One that is live tells other processes of changes, and hears of theirs.
  /// Throws `usage.value` for another address.
  func postgres(
    _ settings: ServerSettings? = nil,
    isLive: Bool = false
  ) throws(CairnError) -> PostgresServer? {
    let settings = settings ?? ServerSettings(nil, variable: variable)
    guard let address = try Self.address(.database, settings) else { return nil }
    let direct = try Self.address(.databaseDirect, settings)
    return PostgresServer(address, live: isLive ? direct ?? address : nil, isPooled: direct != nil)
  }

  private static func address(
    _ setting: ServerSetting,
    _ settings: ServerSettings
  ) throws(CairnError) -> String? {
    guard let address = try settings.value(setting) else { return nil }
    guard ["postgres://", "postgresql://"].contains(where: { address.hasPrefix($0) }) else {
      throw CairnError(
        "usage.value",
        "\(try settings.found(setting).origin) takes the address of a PostgreSQL database.",
        hint: "Give it like postgresql://cairn_server@localhost/cairn."
      )
    }
    return address
  }

  /// The accounts of a database; throws `storage.failed` for one whose tables are not of this version,
  /// or a role that could see past them.
  func household(in server: PostgresServer, webhooks: Webhooks?) async throws -> Household {
    try DataDirectory.make(directory.path)
    try await translated {
      try await server.requireHarmlessRole()
      try await server.requireReader()
      try await server.meet()
    }
    var webhooks = webhooks
    if webhooks == nil { webhooks = try await knownWebhooks() }
    return Household(
      try await Accounts.open(server.household, environment: environment),
      logs: PostgresLogs(server: server, directory: directory, environment: environment),
      passwords: try PasswordThread(),
      webhooks: webhooks,
      sharing: SharedCounts(
        tell: { server.tell("count", $0) },
        hear: { server.hear("count", by: $0) }
      ),
      openLogs: 2_000
    )
  }
}
