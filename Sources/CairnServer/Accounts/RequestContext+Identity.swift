import Cairn
import CairnAccounts
import CairnConnect
import CairnHTTP

extension RequestContext {
  /// Returns the account service; throws `account.single_user` in single-user mode.
  func accountService() throws(CairnError) -> AccountService {
    guard case .multiUser(let accountService) = server.tenancy else {
      throw CairnError(
        "account.single_user",
        "This server has no accounts: it serves one log to its own machine.",
        hint: "Start `cairn serve` without --single-user."
      )
    }
    return accountService
  }

  /// Authenticates the request and checks its scope and the account's rate limit.
  ///
  /// Throws `account.not_signed_in`, `account.scope`, `request.origin` and ``RateLimitExceeded``.
  func authenticated(for scope: Credential.Scope) async throws -> AuthenticatedContext {
    switch server.tenancy {
    case .singleUser(let lease): return AuthenticatedContext(self, nil, lease)
    case .multiUser(let accountService):
      let identity = try await identity(with: scope)
      if let requests = server.dependencies.requests {
        let key = AccountLimits.Key(.requests, identity.account.id.record.text)
        try accountService.limits.consume([key], requests, at: now, or: .tooManyRequests)
      }
      return AuthenticatedContext(
        self,
        identity,
        try await accountService.logs.lease(identity.account.id)
      )
    }
  }

  /// Accepts a long body from a client that is authenticated and has the scope.
  ///
  /// Throws `account.not_signed_in`, `account.scope` and `request.origin`.
  func admission(for scope: Credential.Scope) async throws -> BodyAdmission {
    switch server.tenancy {
    case .singleUser: return .accepted(owner: "")
    case .multiUser: return .accepted(owner: try await identity(with: scope).account.id.record.text)
    }
  }

  private func identity(with scope: Credential.Scope) async throws -> Identity {
    guard let identity = try await identity() else { throw CairnError.notSignedIn }
    guard identity.credential.scopes.contains(scope) || isProgram(scope, identity.credential)
    else {
      throw CairnError.outOfScope(scope)
    }
    return identity
  }

  /// Whether another program may do this: it has access to its own API, except for the account.
  private func isProgram(_ scope: Credential.Scope, _ credential: Credential) -> Bool {
    guard scope != .account, let own = APIDialect(target.segments).scope else { return false }
    return credential.scopes.contains(own)
  }

  /// Returns the identity by the password of a device, or the token of an app or another program, otherwise by the cookie of a browser.
  func identity() async throws -> Identity? {
    let accounts = try accountService().accounts
    switch APIDialect(target.segments) {
    case .koreader: return try await device(accounts)
    case .appSignIn, .rows:
      guard let appSecret else { return nil }
      return try await accounts.identity(ofDevice: appSecret)
    default: break
    }
    if target.isAPI, request.fields.count(of: "authorization") > 0 {
      guard let secret = bearer else { return nil }
      return try await accounts.identity(of: secret, .app)
    }
    guard let secret = ServerCookie.credential(self).value(of: request),
      let identity = try await accounts.identity(of: secret, .browser)
    else { return nil }
    try requireKnownOrigin()
    return identity
  }

  /// The bearer token; nil without one.
  var bearer: String? {
    guard let value = request.fields["authorization"], value.lowercased().hasPrefix("bearer ")
    else { return nil }
    return String(value.dropFirst(7))
  }

  /// Throws `request.origin` for a write with a cookie but without a header that proves its origin.
  ///
  /// ``HostAndOriginCheck`` accepts a request without these headers, because programs send none; browsers always do.
  private func requireKnownOrigin() throws(CairnError) {
    let fields = ["origin", "sec-fetch-site"]
    guard request.method.isSafe || fields.contains(where: { request.fields.count(of: $0) > 0 })
    else { throw .foreignOrigin }
  }
}
