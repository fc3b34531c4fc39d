import Cairn
import CairnAccounts

extension Command<CommandContext> {
  static var account: Command {
    Command(
      "account",
      summary: "Manage the accounts of a server.",
      subcommands: [createAccount, listAccounts, setPassword, deleteAccount]
    )
  }

  private static var createAccount: Command {
    Command(
      "create",
      summary: "Create an account with an empty log.",
      discussion: "Prompts for the password, or reads it from the first line of standard input.",
      examples: [Example("cairn account create anna", "prompts for a password")],
      arguments: [.required("name", "The name to sign in with.")],
      action: { invocation, context in
        let name = invocation.required("name")
        _ = try AccountName(name)
        return try await context.withAccountService { accountService in
          let password = try TypedPassword.new(context.output)
          let zone = context.zone.name
          context.show(created: try await accountService.add(name, password: password, zone: zone))
          return .done
        }
      }
    )
  }

  private static var listAccounts: Command {
    Command(
      "list",
      summary: "List the accounts of a server.",
      examples: [Example("cairn account list", "names and creation dates")],
      action: { _, context in
        let accountService = try await context.accountService()
        let accounts = try await accountService.all()
        context.show(accounts: accounts)
        return accounts.isEmpty ? .refused : .done
      }
    )
  }

  private static var setPassword: Command {
    Command(
      "password",
      summary: "Set a new password and sign out all devices.",
      discussion: "Prompts for the password, or reads it from the first line of standard input.",
      examples: [Example("cairn account password anna", "after a forgotten password")],
      arguments: [.required("name", "The account name.")],
      action: { invocation, context in
        try await context.withAccountService { accountService in
          let account = try await accountService.named(invocation.required("name"))
          let password = try TypedPassword.new(context.output)
          try await accountService.setPassword(password, of: account)
          context.showPasswordChanged(account)
          return .done
        }
      }
    )
  }

  private static var deleteAccount: Command {
    Command(
      "delete",
      summary: "Delete an account with its log and all its backups.",
      discussion: "This cannot be undone, so it requires --yes.",
      examples: [Example("cairn account delete anna --yes", "delete anna and her log")],
      arguments: [.required("name", "The account name.")],
      options: [.flag("yes", short: "y", "Confirm the deletion.")],
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
      "This deletes the log of “\(account.name)” and all its backups for good.",
      hint: "Add --yes to confirm."
    )
  }
}
