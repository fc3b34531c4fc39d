import Cairn
import CairnAccounts
import CairnHTTP

/// A request to sign in, from the page or the API.
struct SignIn: Sendable {
  let name: String
  let password: String

  /// Issues a credential to the browser.
  ///
  /// Throws `account.wrong_password`, `account.busy` and ``RateLimitExceeded``. An unknown name takes as long as a
  /// wrong password and throws the same error.
  func run(
    _ context: RequestContext,
    scopes: Set<Credential.Scope> = Set(Credential.Scope.all)
  ) async throws -> (account: Account, cookie: IssuedCookie) {
    let account = try await verified(context)
    return (account, try await context.issueCredential(account, scopes: scopes))
  }

  /// Returns the account if the password is right; throws the errors of ``run(_:scopes:)``.
  func verified(_ context: RequestContext) async throws -> Account {
    do {
      return try await verified(context, context.accountService())
    } catch {
      context.server.metrics.countRefusedSignIn(Problem(error).code)
      throw error
    }
  }

  private func verified(
    _ context: RequestContext,
    _ accountService: AccountService
  ) async throws -> Account {
    let known = try await accountService.accounts.accountWithHash(name)
    let device = known.flatMap { DeviceCookie(context).device(of: $0.account, hash: $0.hash) }
    let keys = device.map { [.init(.device, $0)] } ?? unknownBrowserKeys(context, known?.account)
    try accountService.limits.consume(keys, at: context.now, or: .tooManyTries)
    let hash = known.map { PasswordHash(text: $0.hash) }
    let isRight = try await accountService.passwords.check(
      password,
      against: hash,
      of: device != nil ? .known : known != nil ? .account : .stranger
    )
    guard isRight, let known else { throw Self.invalid }
    if hash?.needsRehash == true { try await accountService.renewHash(password, of: known.account) }
    accountService.limits.refund(keys, at: context.now)
    if known.account.closedAt != nil { try await accountService.accounts.reopen(known.account.id) }
    return known.account
  }

  /// Returns the rate-limit keys of a guess from an unknown browser.
  ///
  /// The address comes first: a guess that exceeds its limit does not use up the account's.
  private func unknownBrowserKeys(_ context: RequestContext, _ account: Account?) -> [AccountLimits
    .Key]
  {
    let (address, name) = (context.clientAddress, Cairn.folded(name))
    let site = address.site.map { [AccountLimits.Key(.site, $0)] } ?? []
    let total = account.map { AccountLimits.Key(.account, $0.id.record.text) }
    return [.init(.address, address.text)] + site
      + [
        .init(.name, (address.site ?? address.text) + " " + name),
        total ?? .init(.unknownName, name),
      ]
  }

  static var invalid: CairnError {
    CairnError(
      "account.wrong_password",
      "The name or the password is wrong.",
      hint: "Ask the server’s operator to reset it with `cairn account password`."
    )
  }
}

extension RequestContext {
  /// Issues a credential to this browser; returns the cookies that store it and mark the browser as known.
  func issueCredential(
    _ account: Account,
    scopes: Set<Credential.Scope> = Set(Credential.Scope.all)
  ) async throws -> IssuedCookie {
    let browser = BrowserName(request.fields["user-agent"] ?? "").text
    let accounts = try accountService().accounts
    let issued = try await accounts.issue(.browser, named: browser, scopes: scopes, to: account.id)
    let device = try await accounts.hash(of: account.id).map {
      DeviceCookie(self).set(hash: $0, newID: accounts.newSecret)
    }
    let fields = [
      ServerCookie.credential(self).set(issued.secret, for: Credential.Kind.browser.idle), device,
    ]
    .compactMap(\.self)
    return IssuedCookie(credential: issued.credential.id, fields: fields)
  }

  /// Deletes the cookies of this browser.
  func clearCookies(on response: inout HTTPResponse) {
    for cookie in [ServerCookie.credential(self), ServerCookie.device(self)] {
      response.fields.append("set-cookie", cookie.clear)
    }
  }

  var clientAddress: ClientAddress {
    ClientAddress(request, server.dependencies)
  }
}

/// The cookies of a sign-in.
struct IssuedCookie: Sendable {
  /// The issued credential.
  let credential: Identifier<Credential>
  /// The values of the `Set-Cookie` fields.
  let fields: [String]

  /// Adds the cookies to a response.
  func set(on response: inout HTTPResponse) {
    for field in fields { response.fields.append("set-cookie", field) }
  }
}
