import Cairn
import CairnHTTP
import CairnPassword
import CairnStore

/// The wish to sign in, from whichever door it came.
struct SignIn: Sendable {
  let name: String
  let password: String

  /// Gives the browser a pass; throws `account.wrong_password`, `account.busy` and ``RateLimitExceeded``.
  ///
  /// It takes as long for a name that nobody has, and says the same.
  func run(_ context: RequestContext) async throws -> (account: Account, cookie: IssuedCookie) {
    let accountService = try context.accountService()
    do {
      return try await run(context, accountService)
    } catch {
      context.server.metrics.countRefusedSignIn(Problem(error).code)
      throw error
    }
  }

  private func run(
    _ context: RequestContext,
    _ accountService: AccountService
  ) async throws -> (account: Account, cookie: IssuedCookie) {
    let known = try await accountService.accounts.secured(name)
    let device = known.flatMap { DeviceCookie(context).device(of: $0.account, hash: $0.hash) }
    let keys = device.map { [.init(.device, $0)] } ?? strangerKeys(context, known?.account)
    try accountService.limits.consume(keys, at: context.now, or: .tooManyTries)
    let hash = known.map { PasswordHash(text: $0.hash) }
    let isRight = try await accountService.passwords.check(
      password,
      against: hash,
      isKnown: device != nil
    )
    guard isRight, let known else { throw Self.wrong }
    if hash?.isDated == true { try await accountService.renewHash(password, of: known.account) }
    accountService.limits.refund(keys, at: context.now)
    if known.account.closedAt != nil { try await accountService.accounts.reopen(known.account.id) }
    return (known.account, try await context.issueCredential(known.account))
  }

  /// What a guess counts for, from a browser at which the person has not signed in before.
  ///
  /// The address comes first: one that is refused uses up nothing of the person's.
  private func strangerKeys(_ context: RequestContext, _ account: Account?) -> [AccountLimits.Key] {
    let (address, name) = (context.clientAddress, Cairn.folded(name))
    let site = address.site.map { [AccountLimits.Key(.site, $0)] } ?? []
    let total = account.map { AccountLimits.Key(.account, $0.id.record.text) }
    return [.init(.address, address.text)] + site
      + [
        .init(.name, (address.site ?? address.text) + " " + name),
        total ?? .init(.unknownName, name),
      ]
  }

  static var wrong: CairnError {
    CairnError(
      "account.wrong_password",
      "The name or the password is wrong.",
      hint: "Whoever runs the server can set another with `cairn account password`."
    )
  }
}

extension RequestContext {
  /// Gives this browser a pass; gives the cookies that carry it and make the browser known.
  func issueCredential(_ account: Account) async throws -> IssuedCookie {
    let browser = BrowserName(request.fields["user-agent"] ?? "").text
    let accounts = try accountService().accounts
    let issued = try await accounts.issue(.browser, named: browser, to: account.id)
    let device = try await accounts.hash(of: account.id).map {
      DeviceCookie(self).set(hash: $0, newID: accounts.newSecret)
    }
    let fields = [ServerCookie.credential(self).set(issued.secret, for: Credential.Kind.browser.idle), device]
      .compactMap(\.self)
    return IssuedCookie(credential: issued.credential.id, fields: fields)
  }

  /// Removes all that makes this browser known.
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
  /// The pass that one of them carries.
  let credential: Identifier<Credential>
  /// The values of the `Set-Cookie` fields.
  fileprivate let fields: [String]

  /// Adds them to a response.
  func set(on response: inout HTTPResponse) {
    for field in fields { response.fields.append("set-cookie", field) }
  }
}

/// What a person knows a browser by, as far as it says: `Firefox on Linux`.
struct BrowserName {
  let text: String

  /// The browser that sends a request; nil for a program that says to be none.
  init?(of request: HTTPRequest) {
    guard let agent = request.fields["user-agent"], agent.hasPrefix("Mozilla/") else { return nil }
    self.init(agent)
  }

  init(_ agent: String) {
    let browser = Self.browsers.first(where: { agent.contains($0.mark) })?.name ?? "A program"
    let system = Self.systems.first(where: { agent.contains($0.mark) })?.name
    text = browser + (system.map { " on \($0)" } ?? "")
  }

  // In this order: most claim to be others as well.
  private static let browsers: [(mark: String, name: String)] = [
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ("curl/", "curl"),
  ]
  private static let systems: [(mark: String, name: String)] = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"),
    ("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
  ]
}
