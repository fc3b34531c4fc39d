import Cairn
import CairnHTTP
import CairnPassword
import CairnStore

/// `/api/auth`: how listening apps sign people up and in (spec/listening.md 3).
enum AuthTelling {
  private static let secrets = [
    Member(needed: "email", .text, "the name of the account"),
    Member(needed: "password", .text(limit: Password.longest), "8 to 128 characters"),
  ]

  static let signUp = Endpoint.anyone(
    "Make an account, where the server lets people do so themselves.",
    body: secrets + [Member(needed: "name", .text, "what the person wants to be called")],
    gives: .json(["token": .words, "user": .listener])
  ) { knock in
    try knock.requireOrigin()
    let wish = try SignUp(AuthBody(knock.request))
    let account = try await wish.run(knock)
    return try await knock.letIn(account, cookie: knock.letIn(account), leading: [])
  }

  static let signIn = Endpoint.anyone(
    "Sign in: what comes with the answer is a token, and the same for a browser.",
    body: secrets,
    gives: .json(["redirect": .bool, "token": .words, "user": .listener])
  ) { knock in
    try knock.requireOrigin()
    let body = try AuthBody(knock.request)
    let wish = SignIn(name: try body.email(), password: try body.text("password"))
    do {
      let (account, cookie) = try await wish.run(knock)
      let leading = [JSON.Member("redirect", .bool(false))]
      return try await knock.letIn(account, cookie: cookie, leading: leading)
    } catch let error as CairnError where error.code == SignIn.wrong.code {
      throw Refusal(
        .unauthorized,
        "Invalid email or password",
        code: "INVALID_EMAIL_OR_PASSWORD"
      )
    }
  }

  static let session = Endpoint.anyone(
    "Show who is signed in, or null.",
    gives: .json(.optional(["session": .listenerSession, "user": .listener]))
  ) { knock in
    guard case .household = knock.server.house, let holder = try await knock.holder() else {
      return HTTPResponse(.null)
    }
    return HTTPResponse(knock.json(of: holder))
  }

  static let signOut = Endpoint.anyone(
    "End the sign-in that the token or the cookie is of: what both of them allow.",
    gives: .json(["success": .bool])
  ) { knock in
    try knock.requireOrigin()
    var response = HTTPResponse(.members(("success", .bool(true))))
    guard case .household(let household) = knock.server.house else { return response }
    let cookie = ServerCookie.pass(knock).value(of: knock.request)
    for (secret, kind) in [(knock.bearer, Pass.Kind.app), (cookie, .browser)] {
      guard let secret, let holder = try await household.accounts.holder(of: secret, kind)
      else { continue }
      for pass in [holder.pass.id, holder.pass.id.partner] {
        try await household.accounts.revoke(pass, of: holder.account.id)
      }
    }
    response.fields.append("set-cookie", ServerCookie.pass(knock).clear)
    return response
  }

  static let deleteAccount = Endpoint(
    "Close the account. It is removed with its log and all copies after seven days, unless the person signs in before.",
    gives: .json(.told(["deleted": .bool]))
  ) { visit in
    let household = try visit.household()
    guard visit.mayClose else { throw Knock.outOfScope(.account) }
    try await visit.imports.forgetAll(of: visit)
    try await household.close(visit.account())
    var response = HTTPResponse(
      data: .members(("deleted", .bool(true))),
      message: "Account deleted"
    )
    visit.knock.clearCookies(on: &response)
    return response
  }
}

/// The body of a request for a pass.
struct AuthBody: Sendable {
  private let values: [String: JSON]

  init(_ request: HTTPRequest) throws {
    guard case .object(let members)? = try? JSON(parsing: request.body) else {
      throw Self.wrong("Invalid body")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// A text that must be there; throws a ``Refusal``.
  func text(_ name: String) throws -> String {
    guard case .string(let text)? = values[name], text.utf8.count <= 1_000,
      !text.utf8.contains(0)
    else { throw Self.wrong("Invalid input: \(name) must be a string") }
    return text
  }

  /// The address in small letters; throws a ``Refusal`` for what is none, or is no name here.
  func email() throws -> String {
    let text = try text("email").lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let domain = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, !parts[0].isEmpty, domain.count > 1,
      !domain.contains(where: \.isEmpty), (try? AccountName(text)) != nil
    else { throw Refusal(.badRequest, "Invalid email", code: "INVALID_EMAIL") }
    return text
  }

  private static func wrong(_ message: String) -> Refusal {
    Refusal(.badRequest, message, code: "VALIDATION_ERROR")
  }
}

/// The wish for an account of one's own.
struct SignUp: Sendable {
  private let email: String
  private let password: String
  private let called: String

  init(_ body: AuthBody) throws {
    called = try body.text("name")
    email = try body.email()
    password = try body.text("password")
    // Said in the words of these apps; what else is asked of a password is said in ours.
    if password.count < 8 {
      throw Refusal(.badRequest, "Password too short", code: "PASSWORD_TOO_SHORT")
    }
    if password.count > 128 {
      throw Refusal(.badRequest, "Password too long", code: "PASSWORD_TOO_LONG")
    }
  }

  /// Makes the account; throws a ``Refusal``, `account.weak_password`, `account.busy` and
  /// ``RateLimitExceeded``.
  func run(_ knock: Knock) async throws -> Account {
    let household = try knock.household()
    guard knock.server.world.isSignUpOpen else {
      throw Refusal(
        .forbidden,
        "This server takes no new accounts; whoever runs it can make one for you",
        code: "SIGN_UP_CLOSED"
      )
    }
    let key = AccountLimits.Key(.signUp, knock.clientAddress.text)
    try household.limits.consume([key], at: knock.now, or: .tooManyRequests)
    do {
      return try await household.add(
        email,
        password: password,
        zone: knock.server.world.zone.name,
        called: called
      )
    } catch let error as CairnError where error.code == "account.name_taken" {
      throw Refusal(
        .unprocessable,
        "User already exists. Use another email.",
        code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"
      )
    }
  }
}

extension Visit {
  /// Whether a browser or a listening app asks, and not a program that may only write.
  fileprivate var mayClose: Bool {
    guard let scopes = holder?.pass.scopes else { return false }
    return scopes.contains(.account) || scopes.contains(.listening)
  }
}

extension Knock {
  /// Refuses what a browser sends in a person's name without saying which page it comes from.
  fileprivate func requireOrigin() throws {
    let fields = ["origin", "sec-fetch-site"]
    guard
      ServerCookie.pass(self).value(of: request) == nil
        || fields.contains(where: { request.fields.count(of: $0) > 0 })
    else {
      throw Refusal(.forbidden, "Missing or null Origin", code: "MISSING_OR_NULL_ORIGIN")
    }
  }

  /// Gives an app a token of its own beside the cookie of a browser.
  fileprivate func letIn(
    _ account: Account,
    cookie: IssuedCookie,
    leading members: [JSON.Member]
  ) async throws -> HTTPResponse {
    let name = BrowserName(request.fields["user-agent"] ?? "").text
    let pass = try await household().accounts.issue(
      .app,
      named: name,
      scopes: [.listening],
      to: account.id,
      beside: cookie.pass
    )
    let user = JSON.Member("user", account.listener)
    let token = JSON.Member("token", .string(pass.secret))
    var response = HTTPResponse(.object(members + [token, user]))
    cookie.set(on: &response)
    response.fields.append("set-auth-token", pass.secret)
    response.fields.append("access-control-expose-headers", "set-auth-token")
    return response
  }

  fileprivate func json(of holder: Holder) -> JSON {
    // The secret of a cookie is for no script: a program has its own token, and knows it.
    let secret = bearer ?? ""
    let pass = holder.pass
    return .members(
      (
        "session",
        .members(
          ("id", .string(pass.id.record.text)),
          ("token", .string(secret)),
          ("userId", .string(holder.account.id.record.text)),
          ("expiresAt", .string(pass.expiresAt.wholeSeconds)),
          ("createdAt", .string(pass.createdAt.wholeSeconds)),
          ("updatedAt", .string(pass.seenAt.wholeSeconds)),
          ("ipAddress", .string(clientAddress.text)),
          ("userAgent", .string(request.fields["user-agent"] ?? ""))
        )
      ),
      ("user", holder.account.listener)
    )
  }
}

extension Account {
  /// The person as listening apps know them.
  fileprivate var listener: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("email", .string(name)),
      ("emailVerified", .bool(false)),
      ("name", .string(called ?? name)),
      ("image", .null),
      ("createdAt", .string(createdAt.wholeSeconds)),
      ("updatedAt", .string(createdAt.wholeSeconds))
    )
  }
}

extension Shape {
  fileprivate static let listener = Shape.named(
    "Listener",
    [
      "id": .id, "email": .words, "emailVerified": .bool, "name": .words,
      "image": .optional(.words), "createdAt": .instant, "updatedAt": .instant,
    ]
  )
  fileprivate static let listenerSession = Shape.named(
    "ListenerSession",
    [
      "id": .id, "token": .words, "userId": .id, "expiresAt": .instant, "createdAt": .instant,
      "updatedAt": .instant, "ipAddress": .words, "userAgent": .words,
    ]
  )
}
