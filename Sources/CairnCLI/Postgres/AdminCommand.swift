import Cairn
import CairnPostgres
import CairnStore

extension Command<CommandContext> {
  static var admin: Command {
    Command(
      "admin",
      group: "Care",
      summary: "Prepare PostgreSQL for a server, and move accounts there and back.",
      subcommands: [prepareDatabase, migrateAccounts, moveLog]
    )
  }

  private static var prepareDatabase: Command {
    Command(
      "prepare",
      group: "Care",
      summary: "Make the tables of a PostgreSQL database, or bring them up to date.",
      discussion: """
        Run it as the role that owns the tables, before a server of this version starts; servers of \
        the version before may go on meanwhile. The role `cairn_app` must be there: those who serve \
        are members of it, and own nothing. See docs/operate-postgres.md.
        """,
      reads: true,
      examples: [
        Example(
          "cairn admin prepare postgresql://cairn_owner@localhost/cairn",
          "in the database “cairn” of this machine"
        )
      ],
      arguments: [.required("address", "The database, with the role that owns the tables.")],
      action: { invocation, context in
        let address = invocation.required("address")
        let server = PostgresServer(address, owner: address)
        try await translated {
          try await server.requireOwner()
          try await Log.prepare(server.tables)
          try await Accounts.prepare(server.accountService)
          try await server.requirePolicies()
        }
        context.show("prepared", .bool(true), "The tables are of this version.")
        return .done
      }
    )
  }
}

extension CommandContext {
  /// Prints a confirmation, or a JSON object with one member.
  func show(_ name: String, _ value: JSON, _ words: String) {
    if wantsJSON { return output.print(JSON.members((name, value)).text) }
    output.say(words)
  }
}
