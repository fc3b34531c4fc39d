import Cairn
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var moveLog: Command {
    Command(
      "move",
      group: "Care",
      summary: "Move the log of one account to another PostgreSQL database.",
      discussion: """
        Servers go on meanwhile: who uses that log waits for a moment, and devices that sync compare \
        everything once. --database-shards of the servers names the databases; `home` is the one of \
        the accounts. A move that was cut off is run again, to the same place or back. See \
        docs/operate-postgres.md.
        """,
      reads: true,
      examples: [Example("cairn admin move anna --to west", "anna's log lies there from now on")],
      arguments: [.required("name", "The name of the account.")],
      options: [.value("to", "NAME", "The name of the database, or home.")],
      action: { invocation, context in
        guard let shards = try context.postgres() else { throw CairnError.noDatabase }
        let logs = try await context.logs(in: shards)
        try await logs.accounts.requireNotMigratedAway()
        let name = invocation.required("name")
        guard let account = try await logs.accounts.named(name) else {
          throw CairnError.noAccount(name)
        }
        guard let place = invocation.value("to") else { throw CairnError.noTarget }
        let outcome = try await logs.move(account.id).run(to: try shards.named(place))
        let words = "“\(account.name)” \(outcome.isNew ? "now lies" : "lies") in \(place)."
        context.show("shard", .string(place), "The log of \(words)")
        for left in outcome.left {
          context.output.warn(
            "What is left of it in \(left ?? Shards.home) is sealed there, but could not be removed. "
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
      "Logs are files here, and are moved with their folders.",
      hint: "Name the database of the accounts with CAIRN_DATABASE."
    )
  }

  fileprivate static var noTarget: CairnError {
    CairnError("usage.value", "--to takes the name of a database, or home.")
  }
}
