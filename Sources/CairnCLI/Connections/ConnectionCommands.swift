import Cairn
import CairnAccounts

extension Command<CommandContext> {
  static var connection: Command {
    Command(
      "connection",
      summary: "Let an e-reader send what an account reads.",
      subcommands: [
        addConnection, listConnections, pauseConnection, resumeConnection, renewPassword,
        removeConnection,
      ]
    )
  }

  private static let accountName = Argument.required("account", "The account name.")
  private static let connectionID = Argument.required(
    "id",
    "The id or the name, from `cairn connection list`."
  )

  private static var addConnection: Command {
    Command(
      "add",
      summary: "Add a KOReader device and show its password once.",
      examples: [Example("cairn connection add anna Kobo", "a password for that device")],
      arguments: [accountName, .required("name", "A label, such as the device’s name.")],
      action: { invocation, context in
        try await context.withConnections(of: invocation) { accounts, account in
          let name = invocation.required("name")
          let issued = try await accounts.addConnection(.koreader, named: name, to: account.id)
          context.show(NewConnection(issued, of: account), "Added")
        }
      }
    )
  }

  private static var listConnections: Command {
    Command(
      "list",
      summary: "List the connections of an account.",
      examples: [Example("cairn connection list anna", "devices, last contact, what came")],
      arguments: [accountName],
      action: { invocation, context in
        let accountService = try await context.accountService()
        let account = try await accountService.named(invocation.required("account"))
        let connections = try await accountService.accounts.connections(of: account.id)
        context.show(connections)
        return connections.isEmpty ? .refused : .done
      }
    )
  }

  private static var pauseConnection: Command {
    change("pause", "Refuse what a connection sends until it is resumed.", "while it is lent") {
      let connection = try await $0.pauseConnection($2.id, of: $1.id, true)
      $3.show(connection, "Paused")
    }
  }

  private static var resumeConnection: Command {
    change("resume", "Accept again what a paused connection sends.", "after a pause") {
      let connection = try await $0.pauseConnection($2.id, of: $1.id, false)
      $3.show(connection, "Resumed")
    }
  }

  private static var renewPassword: Command {
    change("password", "Replace the password of a connection.", "after a forgotten one") {
      let issued = try await $0.renewPassword(of: $2.id, $1.id)
      $3.show(NewConnection(issued, of: $1), "Set a new password for")
    }
  }

  private static var removeConnection: Command {
    change("remove", "Remove a connection; what it sent stays in the log.", "for a lost device") {
      try await $0.removeConnection($2.id, of: $1.id)
      $3.show($2, "Removed")
    }
  }

  /// Returns a command on one connection.
  private static func change(
    _ name: String,
    _ summary: String,
    _ example: String,
    _ act: @escaping @Sendable (Accounts, Account, Connection, CommandContext) async throws -> Void
  ) -> Command {
    Command(
      name,
      summary: summary,
      examples: [Example("cairn connection \(name) anna Kobo", example)],
      arguments: [accountName, connectionID],
      action: { invocation, context in
        try await context.withConnections(of: invocation) { accounts, account in
          let all = try await accounts.connections(of: account.id)
          try await act(accounts, account, all.named(invocation.required("id")), context)
        }
      }
    )
  }
}

extension CommandContext {
  /// Runs the closure with the account that the command names; throws `account.not_found`.
  fileprivate func withConnections(
    of invocation: Invocation,
    _ body: (Accounts, Account) async throws -> Void
  ) async throws -> ExitCode {
    try await withAccountService { accountService in
      try await body(
        accountService.accounts,
        accountService.named(invocation.required("account"))
      )
      return .done
    }
  }
}

extension [Connection] {
  /// Returns the connection with an id, otherwise the only one with a name.
  ///
  /// Throws `connection.not_found` and `connection.ambiguous`.
  func named(_ word: String) throws(CairnError) -> Connection {
    if let one = first(where: { [$0.id.record.text, $0.shortID].contains(word) }) { return one }
    let all = filter { folded($0.name) == folded(word) }
    guard all.count < 2 else { throw .ambiguousConnection(word, all.map(\.shortID)) }
    guard let one = all.first else { throw .noConnection(word) }
    return one
  }
}

extension Connection {
  /// The short id that lists show.
  var shortID: String { ShortID(id.record).text }
}
