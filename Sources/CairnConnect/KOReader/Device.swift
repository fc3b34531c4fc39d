import Cairn
import CairnAccounts

/// The connection of a request from a device, with access to what is kept for it.
struct Device: Sendable {
  let connection: Connection
  private let account: Identifier<Account>
  private let accounts: Accounts

  /// Finds the connection; throws `connection.paused`, and `account.not_signed_in` if it was removed.
  init(_ context: any AuthenticatedRequest) async throws {
    accounts = try context.accountService().accounts
    guard let identity = context.identity else { throw CairnError.notSignedIn }
    account = identity.account.id
    do {
      connection = try await accounts.connection(contacting: identity)
    } catch let error as CairnError where error.code == "connection.not_found" {
      throw CairnError.notSignedIn
    }
  }

  /// Returns what the account's devices reported of a document last; nil for an unknown one.
  func document(_ name: String) async throws -> ConnectedDocument? {
    try await accounts.document(name, of: account)
  }

  /// Keeps what the device reports of documents.
  func store(_ documents: [ConnectedDocument]) async throws {
    try await accounts.store(documents, of: connection.id, account)
  }
}
