import Cairn
import CairnAccounts

/// A request to create an API token, from the page or the API.
struct TokenRequest: Sendable {
  let name: String
  /// The names of the scopes.
  let scopes: [String]

  /// Issues the token and returns its secret, which cannot be read again.
  ///
  /// Throws `request.field`.
  func run(_ context: AuthenticatedContext) async throws -> (credential: Credential, secret: String)
  {
    let known = Credential.Scope.all.filter { scopes.contains($0.name) }
    guard !known.isEmpty, known.count == Set(scopes).count else {
      throw CairnError.field("scopes", "takes one or more of read, write, account and listening")
    }
    // A token cannot grant a scope that it does not have.
    guard let own = context.identity?.credential.scopes, own.isSuperset(of: known) else {
      throw CairnError.field("scopes", "takes scopes that the requesting token has itself")
    }
    guard !name.isEmpty, name.utf8.count <= 200 else {
      throw CairnError.field("name", "takes a text of at most 200 bytes")
    }
    let account = try context.account().id
    return try await context.accountService().accounts.issue(
      .app,
      named: name,
      scopes: Set(known),
      to: account
    )
  }
}
