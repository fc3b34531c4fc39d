import Cairn
import CairnAccounts
import CairnHTTP

/// The connection of a request from an app in which a person signed in.
struct AppSession: Sendable {
  let connection: Connection
  let account: Account
  private let accounts: Accounts
  /// The person whose rows they are.
  let owner: RowOwner

  /// Finds the connection; throws `connection.paused`, and `account.not_signed_in` if it was removed.
  init(_ context: any AuthenticatedRequest) async throws {
    accounts = try context.accountService().accounts
    guard let identity = context.identity else { throw CairnError.notSignedIn }
    account = identity.account
    do {
      connection = try await accounts.connection(contacting: identity)
    } catch let error as CairnError where error.code == "connection.not_found" {
      throw CairnError.notSignedIn
    }
    owner = RowOwner(
      id: account.id.record,
      name: account.name,
      displayName: account.displayName,
      rules: context.zone
    )
  }

  /// The name of the app.
  var name: String { connection.name }

  /// Adds to the number of sessions that came.
  func report(sessions: Int) async throws {
    guard sessions > 0 else { return }
    try await accounts.report(sessions: sessions, problem: nil, of: connection.id, account.id)
  }

  /// Signs the app out: the connection is removed with its tokens.
  func end() async throws {
    try await accounts.removeConnection(connection.id, of: account.id)
  }
}
