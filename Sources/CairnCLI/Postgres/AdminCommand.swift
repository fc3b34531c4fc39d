import Cairn
import CairnAccounts
import CairnPostgres
import CairnStore

extension Command<CommandContext> {
  static var admin: Command {
    Command(
      "admin",
      summary: "Manage the PostgreSQL database of a server.",
      subcommands: [prepareDatabase, migrateAccounts]
    )
  }

  private static var prepareDatabase: Command {
    Command(
      "prepare",
      summary: "Create or update the tables of a PostgreSQL database.",
      discussion: """
        Run it as the role that owns the tables, before starting a server of this version; servers of \
        the previous version can keep running. The role `cairn_app` must exist; the server's role \
        is a member of it and owns nothing. See docs/operate-postgres.md.
        """,
      examples: [
        Example(
          "cairn admin prepare postgresql://cairn_owner@localhost/cairn",
          "the database “cairn” on this machine"
        )
      ],
      arguments: [.required("address", "The database URL, with the role that owns the tables.")],
      action: { invocation, context in
        let address = invocation.required("address")
        let server = PostgresServer(address, owner: address)
        try await translated {
          try await server.requireOwner()
          try await Log.prepare(server.tables)
          try await Accounts.prepare(server.sharedTables)
          try await server.requirePolicies()
        }
        context.show("prepared", .bool(true), "The tables are up to date.")
        return .done
      }
    )
  }
}

extension CommandContext {
  /// Prints a confirmation, or a JSON object with one member.
  func show(_ name: String, _ value: JSON, _ words: String) {
    if wantsData { return output.print(data: JSON.members((name, value))) }
    output.info(words)
  }
}
