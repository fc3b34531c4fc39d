import Cairn
import CairnServer
import CairnStore

extension Command<Surroundings> {
  static var account: Command {
    Command(
      "account",
      group: "Care",
      summary: "Make, list and remove the accounts of a server, and set passwords.",
      subcommands: [createAccount, listAccounts, setPassword, deleteAccount]
    )
  }

  private static var createAccount: Command {
    Command(
      "create",
      group: "Care",
      summary: "Make an account with an empty log.",
      discussion: "Asks for the password, or reads it from the first line of standard input.",
      reads: true,
      examples: [Example("cairn account create anna", "asks for a password")],
      arguments: [.required("name", "What the person signs in as.")],
      options: [.value("shard", "NAME", "The database in which the log is to lie (home).")],
      action: { invocation, surroundings in
        let name = invocation.required("name")
        _ = try AccountName(name)
        return try await surroundings.holdingHousehold(
          shard: invocation.value("shard")
        ) { household in
          let password = try TypedPassword.new(surroundings.output)
          let zone = surroundings.zone.name
          surroundings.show(made: try await household.add(name, password: password, zone: zone))
          return .done
        }
      }
    )
  }

  private static var listAccounts: Command {
    Command(
      "list",
      group: "Care",
      summary: "List the accounts of a server.",
      reads: true,
      examples: [Example("cairn account list", "names, and since when")],
      action: { _, surroundings in
        let household = try await surroundings.household()
        let accounts = try await household.all()
        surroundings.show(accounts: accounts, in: try await household.shards())
        return accounts.isEmpty ? .refused : .done
      }
    )
  }

  private static var setPassword: Command {
    Command(
      "password",
      group: "Care",
      summary: "Set another password, and sign the account out everywhere.",
      discussion: "Asks for the password, or reads it from the first line of standard input.",
      reads: true,
      examples: [Example("cairn account password anna", "for someone who forgot theirs")],
      arguments: [.required("name", "The name of the account.")],
      action: { invocation, surroundings in
        try await surroundings.holdingHousehold { household in
          let account = try await household.named(invocation.required("name"))
          let password = try TypedPassword.new(surroundings.output)
          try await household.setPassword(password, of: account)
          surroundings.show(secured: account)
          return .done
        }
      }
    )
  }

  private static var deleteAccount: Command {
    Command(
      "delete",
      group: "Care",
      summary: "Remove an account with its log and all copies of it.",
      discussion: "Nothing of it can be brought back, so it has to be confirmed with --yes.",
      reads: true,
      examples: [Example("cairn account delete anna --yes", "anna and her log are gone")],
      arguments: [.required("name", "The name of the account.")],
      options: [.flag("yes", short: "y", "Really remove it.")],
      action: { invocation, surroundings in
        try await surroundings.holdingHousehold { household in
          let account = try await household.named(invocation.required("name"))
          guard invocation.flag("yes") else { throw unconfirmed(account) }
          try await household.remove(account)
          surroundings.show(removed: account)
          return .done
        }
      }
    )
  }

  private static func unconfirmed(_ account: Account) -> CairnError {
    CairnError(
      "usage.confirm",
      "The log of “\(account.name)” and all copies of it would be gone for good.",
      hint: "Add --yes if that is what you want."
    )
  }
}
