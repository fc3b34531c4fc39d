import CairnAccounts
import CairnConnect
import CairnHTTP
import Cairn

extension RequestContext: UnauthenticatedRequest {
  var hasAccounts: Bool {
    if case .multiUser = server.tenancy { true } else { false }
  }

  var isSignUpOpen: Bool { server.dependencies.isSignUpOpen }
  var standardZone: String { server.dependencies.zone.name }
  var cookie: String? { ServerCookie.credential(self).value(of: request) }

  func signIn(name: String, password: String) async throws -> SignedIn {
    let (account, cookie) = try await SignIn(name: name, password: password)
      .run(self, scopes: [.listening])
    return SignedIn(account, cookie.credential, cookies: cookie.fields)
  }

  func verified(name: String, password: String) async throws -> Account {
    try await SignIn(name: name, password: password).verified(self)
  }

  func signIn(_ account: Account) async throws -> SignedIn {
    let cookie = try await issueCredential(account, scopes: [.listening])
    return SignedIn(account, cookie.credential, cookies: cookie.fields)
  }

  func clearCredential(on response: inout HTTPResponse) {
    response.fields.append("set-cookie", ServerCookie.credential(self).clear)
  }
}
