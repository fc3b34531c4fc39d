import Cairn
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var moveLog: Command {
    Command(
      "move",
      group: "Administration",
      summary: "Move the log of one account to another PostgreSQL database.",
      discussion: """
        Servers keep running: requests to that log wait for a moment, and syncing devices compare \
        everything once. Databases are listed in --database-shards of the servers; `home` is the one with \
        the accounts. Repeat an interrupted move, to the same database or back. See \
        docs/operate-postgres.md.
        """,
      reads: true,
      examples: [Example("cairn admin move anna --to west", "move anna's log to “west”")],
      arguments: [.required("name", "The account name.")],
      options: [.value("to", "NAME", "The database name, or home.")],
      action: { invocation, context in
        guard let shards = try context.postgres() else { throw CairnError.noDatabase }
        let logs = try await context.logs(in: shards)
        try await logs.accounts.requireNotMigratedAway()
        let name = invocation.required("name")
        guard let account = try await logs.accounts.named(name) else {
          throw CairnError.noAccount(name)
        }
        guard let shard = invocation.value("to") else { throw CairnError.noTarget }
        let outcome = try await logs.move(account.id).run(to: try shards.named(shard))
        let words =
          "“\(account.name)” \(outcome.isNew ? "is now stored" : "is stored") in \(shard)."
        context.show("shard", .string(shard), "The log of \(words)")
        for left in outcome.left {
          context.output.warn(
            "The old copy in \(left ?? Shards.home) is locked but could not be removed. "
              + "Run this again when that database can be reached."
          )
        }
        return .done
      }
    )
  }
}

extension CairnError {
  fileprivate static var noDatabase: CairnError {
    CairnError(
      "usage.value",
      "Logs are files here; only logs in PostgreSQL can be moved.",
      hint: "Set the database of the accounts with CAIRN_DATABASE."
    )
  }

  fileprivate static var noTarget: CairnError {
    CairnError("usage.value", "--to takes the name of a database, or home.")
  }
}
