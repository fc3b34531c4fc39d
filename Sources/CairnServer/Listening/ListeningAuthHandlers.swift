import Cairn
import CairnHTTP
import CairnPassword
import CairnStore

/// The handlers of `/api/auth`: sign-up and sign-in of listening apps (spec/listening.md 3).
enum ListeningAuthHandlers {
  private static let secrets = [
    SchemaField(required: "email", .text, "the account name"),
    SchemaField(
      required: "password",
      .text(limit: Password.longest),
      "the password, 8 to 128 characters"
    ),
  ]

  static let signUp = Endpoint.anyone(
    "Create an account, if the server allows open sign-up.",
    body: secrets + [SchemaField(required: "name", .text, "the display name")],
    gives: .json(["token": .string, "user": .listener])
  ) { context in
    try context.requireOrigin()
    let request = try SignUp(AuthBody(context.request))
    let account = try await request.run(context)
    return try await context.issueCredential(
      account,
      cookie: context.issueCredential(account),
      leading: []
    )
  }

  static let signIn = Endpoint.anyone(
    "Sign in; the response has a token and sets a cookie.",
    body: secrets,
    gives: .json(["redirect": .bool, "token": .string, "user": .listener])
  ) { context in
    try context.requireOrigin()
    let body = try AuthBody(context.request)
    let request = SignIn(name: try body.email(), password: try body.text("password"))
    do {
      let (account, cookie) = try await request.run(context)
      let leading = [JSON.Member("redirect", .bool(false))]
      return try await context.issueCredential(account, cookie: cookie, leading: leading)
    } catch let error as CairnError where error.code == SignIn.invalid.code {
      throw DialectError(
        .unauthorized,
        "Invalid email or password",
        code: "INVALID_EMAIL_OR_PASSWORD"
      )
    }
  }

  static let session = Endpoint.anyone(
    "Get the signed-in person, or null.",
    gives: .json(.optional(["session": .listenerSession, "user": .listener]))
  ) { context in
    guard case .multiUser = context.server.tenancy, let identity = try await context.identity()
    else {
      return HTTPResponse(.null)
    }
    return HTTPResponse(context.json(of: identity))
  }

  static let signOut = Endpoint.anyone(
    "Sign out and revoke both the token and the cookie of the sign-in.",
    gives: .json(["success": .bool])
  ) { context in
    try context.requireOrigin()
    var response = HTTPResponse(.members(("success", .bool(true))))
    guard case .multiUser(let accountService) = context.server.tenancy else { return response }
    let cookie = ServerCookie.credential(context).value(of: context.request)
    for (secret, kind) in [(context.bearer, Credential.Kind.app), (cookie, .browser)] {
      guard let secret, let identity = try await accountService.accounts.identity(of: secret, kind)
      else { continue }
      for credential in [identity.credential.id, identity.credential.id.partner] {
        try await accountService.accounts.revoke(credential, of: identity.account.id)
      }
    }
    response.fields.append("set-cookie", ServerCookie.credential(context).clear)
    return response
  }

  static let deleteAccount = Endpoint(
    "Close the account. It is deleted with its log and all backups after seven days, unless the person signs in first.",
    gives: .json(.payload(["deleted": .bool]))
  ) { context in
    let accountService = try context.accountService()
    guard context.mayClose else { throw RequestContext.outOfScope(.account) }
    try await context.imports.forgetAll(of: context)
    try await accountService.close(context.account())
    var response = HTTPResponse(
      data: .members(("deleted", .bool(true))),
      message: "Account deleted"
    )
    context.requestContext.clearCookies(on: &response)
    return response
  }
}

/// The body of a sign-up or sign-in request.
struct AuthBody: Sendable {
  private let values: [String: JSON]

  init(_ request: HTTPRequest) throws {
    guard case .object(let members)? = try? JSON(parsing: request.body) else {
      throw Self.invalid("Invalid body")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Returns a required text; throws a ``DialectError``.
  func text(_ name: String) throws -> String {
    guard case .string(let text)? = values[name], text.utf8.count <= 1_000,
      !text.utf8.contains(0)
    else { throw Self.invalid("Invalid input: \(name) must be a string") }
    return text
  }

  /// Returns the email address in lower case; throws a ``DialectError`` if it is invalid or no account name.
  func email() throws -> String {
    let text = try text("email").lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let domain = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, !parts[0].isEmpty, domain.count > 1,
      !domain.contains(where: \.isEmpty), (try? AccountName(text)) != nil
    else { throw DialectError(.badRequest, "Invalid email", code: "INVALID_EMAIL") }
    return text
  }

  private static func invalid(_ message: String) -> DialectError {
    DialectError(.badRequest, message, code: "VALIDATION_ERROR")
  }
}

/// A request for a new account.
struct SignUp: Sendable {
  private let email: String
  private let password: String
  private let called: String

  init(_ body: AuthBody) throws {
    called = try body.text("name")
    email = try body.email()
    password = try body.text("password")
    // These two errors follow the apps' dialect; other password rules use Cairn's own errors.
    if password.count < 8 {
      throw DialectError(.badRequest, "Password too short", code: "PASSWORD_TOO_SHORT")
    }
    if password.count > 128 {
      throw DialectError(.badRequest, "Password too long", code: "PASSWORD_TOO_LONG")
    }
  }

  /// Creates the account; throws a ``DialectError``, `account.weak_password`, `account.busy` and
  /// ``RateLimitExceeded``.
  func run(_ context: RequestContext) async throws -> Account {
    let accountService = try context.accountService()
    guard context.server.dependencies.isSignUpOpen else {
      throw DialectError(
        .forbidden,
        "This server takes no new accounts; its operator can create one for you",
        code: "SIGN_UP_CLOSED"
      )
    }
    let key = AccountLimits.Key(.signUp, context.clientAddress.text)
    try accountService.limits.consume([key], at: context.now, or: .tooManyRequests)
    do {
      return try await accountService.add(
        email,
        password: password,
        zone: context.server.dependencies.zone.name,
        called: called
      )
    } catch let error as CairnError where error.code == "account.name_taken" {
      throw DialectError(
        .unprocessable,
        "User already exists. Use another email.",
        code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"
      )
    }
  }
}

extension AuthenticatedContext {
  /// Whether the client may close the account: a browser or a listening app, not a write-only token.
  fileprivate var mayClose: Bool {
    guard let scopes = identity?.credential.scopes else { return false }
    return scopes.contains(.account) || scopes.contains(.listening)
  }
}

extension RequestContext {
  /// Rejects a cookie-authenticated request without `Origin` and `Sec-Fetch-Site`.
  fileprivate func requireOrigin() throws {
    let fields = ["origin", "sec-fetch-site"]
    guard
      ServerCookie.credential(self).value(of: request) == nil
        || fields.contains(where: { request.fields.count(of: $0) > 0 })
    else {
      throw DialectError(.forbidden, "Missing or null Origin", code: "MISSING_OR_NULL_ORIGIN")
    }
  }

  /// Issues a token for the app beside the browser's cookie.
  fileprivate func issueCredential(
    _ account: Account,
    cookie: IssuedCookie,
    leading members: [JSON.Member]
  ) async throws -> HTTPResponse {
    let name = BrowserName(request.fields["user-agent"] ?? "").text
    let credential = try await accountService().accounts.issue(
      .app,
      named: name,
      scopes: [.listening],
      to: account.id,
      beside: cookie.credential
    )
    let user = JSON.Member("user", account.listener)
    let token = JSON.Member("token", .string(credential.secret))
    var response = HTTPResponse(.object(members + [token, user]))
    cookie.set(on: &response)
    response.fields.append("set-auth-token", credential.secret)
    response.fields.append("access-control-expose-headers", "set-auth-token")
    return response
  }

  fileprivate func json(of identity: Identity) -> JSON {
    // The cookie's secret must not reach scripts; an app has its own token.
    let secret = bearer ?? ""
    let credential = identity.credential
    return .members(
      (
        "session",
        .members(
          ("id", .string(credential.id.record.text)),
          ("token", .string(secret)),
          ("userId", .string(identity.account.id.record.text)),
          ("expiresAt", .string(credential.expiresAt.wholeSeconds)),
          ("createdAt", .string(credential.createdAt.wholeSeconds)),
          ("updatedAt", .string(credential.seenAt.wholeSeconds)),
          ("ipAddress", .string(clientAddress.text)),
          ("userAgent", .string(request.fields["user-agent"] ?? ""))
        )
      ),
      ("user", identity.account.listener)
    )
  }
}

extension Account {
  /// The account as JSON for listening apps.
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

extension JSONSchema {
  fileprivate static let listener = JSONSchema.named(
    "Listener",
    [
      "id": .id, "email": .string, "emailVerified": .bool, "name": .string,
      "image": .optional(.string), "createdAt": .instant, "updatedAt": .instant,
    ]
  )
  fileprivate static let listenerSession = JSONSchema.named(
    "ListenerSession",
    [
      "id": .id, "token": .string, "userId": .id, "expiresAt": .instant, "createdAt": .instant,
      "updatedAt": .instant, "ipAddress": .string, "userAgent": .string,
    ]
  )
}
