import Cairn
import CairnHTTP
import CairnPassword
import CairnStore

/// The wish to sign in, from whichever door it came.
struct SignIn: Sendable {
  let name: String
  let password: String

  /// Gives the browser a pass; throws `account.wrong_password`, `account.busy` and ``Throttled``.
  ///
  /// It takes as long for a name that nobody has, and says the same.
  func run(_ knock: Knock) async throws -> (account: Account, cookie: IssuedCookie) {
    let household = try knock.household()
    do {
      return try await run(knock, household)
    } catch {
      knock.server.tally.countRefusedSignIn(Problem(error).code)
      throw error
    }
  }

  private func run(
    _ knock: Knock,
    _ household: Household
  ) async throws -> (account: Account, cookie: IssuedCookie) {
    let known = try await household.accounts.secured(name)
    let name = "name " + Cairn.folded(name)
    let address = "address " + knock.clientAddress.text
    try household.throttle.count(name, .password, at: knock.now, or: .tooManyTries)
    try household.throttle.count(address, .address, at: knock.now, or: .tooManyTries)
    let hash = known.map { PasswordHash(text: $0.hash) }
    guard try await household.passwords.check(password, against: hash), let known else {
      throw Self.wrong
    }
    if hash?.isDated == true { try await household.renewHash(password, of: known.account) }
    household.throttle.forgive(name, .password)
    household.throttle.forgive(address, .address)
    return (known.account, try await knock.letIn(known.account))
  }

  static var wrong: CairnError {
    CairnError(
      "account.wrong_password",
      "The name or the password is wrong.",
      hint: "Whoever runs the server can set another with `cairn account password`."
    )
  }
}

extension Knock {
  /// Gives this browser a pass; gives the cookie that carries it.
  func letIn(_ account: Account) async throws -> IssuedCookie {
    let browser = BrowserName(request.fields["user-agent"] ?? "").text
    let issued = try await household().accounts.issue(.browser, named: browser, to: account.id)
    return IssuedCookie(pass: issued.pass.id, field: PassCookie(self).set(issued.secret))
  }

  var clientAddress: ClientAddress {
    ClientAddress(request, isProxy: server.world.isProxy)
  }
}

/// A cookie that was just given out.
struct IssuedCookie: Sendable {
  /// The pass it carries.
  let pass: Identifier<Pass>
  /// What is said to the browser.
  let field: String
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
