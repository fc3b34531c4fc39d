import Cairn
import CairnServer
import CairnStore

extension Command<CommandContext> {
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
      action: { invocation, context in
        let name = invocation.required("name")
        _ = try AccountName(name)
        return try await context.withAccountService(
          shard: invocation.value("shard")
        ) { accountService in
          let password = try TypedPassword.new(context.output)
          let zone = context.zone.name
          context.show(made: try await accountService.add(name, password: password, zone: zone))
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
      action: { _, context in
        let accountService = try await context.accountService()
        let accounts = try await accountService.all()
        context.show(accounts: accounts, in: try await accountService.shards())
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
      action: { invocation, context in
        try await context.withAccountService { accountService in
          let account = try await accountService.named(invocation.required("name"))
          let password = try TypedPassword.new(context.output)
          try await accountService.setPassword(password, of: account)
          context.show(accountWithHash: account)
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
      action: { invocation, context in
        try await context.withAccountService { accountService in
          let account = try await accountService.named(invocation.required("name"))
          guard invocation.flag("yes") else { throw unconfirmed(account) }
          try await accountService.remove(account)
          context.show(removed: account)
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
