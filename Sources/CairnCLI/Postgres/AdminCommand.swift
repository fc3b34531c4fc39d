import Cairn
import CairnPostgres
import CairnSQL
import CairnServer
import CairnStore
import CairnSync

extension Command<Surroundings> {
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
      examples: [Example("cairn admin prepare postgresql://cairn_owner@localhost/cairn", "")],
      arguments: [.required("address", "The database, with the role that owns the tables.")],
      action: { invocation, surroundings in
        let address = invocation.required("address")
        let server = PostgresServer(address, owner: address)
        try await translated {
          try await Log.prepare(server.tables)
          try await Accounts.prepare(server.household)
        }
        surroundings.show("prepared", .bool(true), "The tables are of this version.")
        return .done
      }
    )
  }

  private static var migrateAccounts: Command {
    Command(
      "migrate",
      group: "Care",
      summary: "Move all accounts and logs from files into PostgreSQL, or back.",
      discussion: """
        Stop the server first. Every account, password, sign-in, record and line of history comes \
        along, and its export is the same afterwards, byte for byte; what is there stays where it was. \
        An account that is there already is passed over, so a run that was cut off goes on where it \
        was. Webhooks and copies of logs stay in the data directory.
        """,
      reads: true,
      examples: [
        Example(
          "cairn admin migrate --from sqlite --to postgresql://cairn_server@localhost/cairn",
          ""
        ),
        Example(
          "cairn admin migrate --from postgresql://cairn_server@localhost/cairn --to sqlite",
          ""
        ),
      ],
      options: [
        .value("from", "WHERE", "sqlite, for the data directory, or the address of a database."),
        .value("to", "WHERE", "The same."),
      ],
      action: { invocation, surroundings in
        let from = try await surroundings.place(invocation.value("from"), "--from")
        let to = try await surroundings.place(invocation.value("to"), "--to")
        var moved = 0
        for account in try await from.accounts.all() {
          moved += try await surroundings.move(account, from, to) ? 1 : 0
        }
        let words = moved == 1 ? "account" : "accounts"
        surroundings.show("moved", .integer(Int64(moved)), "Moved \(moved) \(words).")
        return .done
      }
    )
  }
}

extension Surroundings {
  /// Says what was done, or gives it under a name.
  func show(_ name: String, _ value: JSON, _ words: String) {
    if wantsJSON { return output.print(JSON.members((name, value)).text) }
    output.say(words)
  }

  /// Accounts and their logs on one engine.
  fileprivate struct Place {
    let accounts: Accounts
    let logs: any AccountLogs
  }

  fileprivate func place(_ word: String?, _ option: String) async throws -> Place {
    if word == "sqlite" {
      let (accounts, logs) = try await accountFiles()
      return Place(accounts: accounts, logs: logs)
    }
    guard let word, word.hasPrefix("postgres") else {
      throw CairnError("usage.value", "\(option) takes sqlite or the address of a database.")
    }
    let settings = ServerSettings(nil, variable: variable)
    let shards = try Shards(PostgresServer(word), settings.lines(.databaseShards))
    let logs = try await logs(in: shards)
    return Place(accounts: logs.accounts, logs: logs)
  }

  /// Moves one account unless it is there; the log first, so that no account is without one.
  fileprivate func move(_ account: Account, _ from: Place, _ to: Place) async throws -> Bool {
    guard try await to.accounts.named(account.name) == nil else {
      output.warn("\(account.name.visible) is there already.")
      return false
    }
    try await to.logs.remove(account.id)
    try await to.logs.make(account.id)
    let (source, target) = (
      try await from.logs.open(account.id), try await to.logs.open(account.id)
    )
    try await target.log.fill(from: source.log)
    try await to.accounts.take(account.id, from: from.accounts)
    await source.log.close()
    await target.log.close()
    return true
  }
}
