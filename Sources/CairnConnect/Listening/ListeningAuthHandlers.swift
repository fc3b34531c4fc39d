import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON

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

  static let signUp = ConnectedEndpoint.unauthenticated(
    "Create an account, if the server allows open sign-up.",
    body: secrets + [SchemaField(required: "name", .text, "the display name")],
    gives: .json(IssuedToken.fields)
  ) { context in
    try context.requireOrigin()
    let body = try AuthBody(context.request)
    let name = try body.text("name")
    let request = try SignUp(email: body.email(), password: body.text("password"), name: name)
    let signedIn = try await context.signIn(request.run(context))
    return try await context.issueToken(signedIn, IssuedToken.fields)
  }

  private static let signedIn = JSONFields<IssuedToken>(
    [.init("redirect") { _ in false }],
    IssuedToken.fields.all
  )

  static let signIn = ConnectedEndpoint.unauthenticated(
    "Sign in; the response has a token and sets a cookie.",
    body: secrets,
    gives: .json(signedIn)
  ) { context in
    try context.requireOrigin()
    let body = try AuthBody(context.request)
    let (name, password) = (try body.email(), try body.text("password"))
    do {
      return try await context.issueToken(
        context.signIn(name: name, password: password),
        signedIn
      )
    } catch let error as CairnError where error.code == "account.wrong_password" {
      throw DialectError(
        .unauthorized,
        "Invalid email or password",
        code: "INVALID_EMAIL_OR_PASSWORD"
      )
    }
  }

  static let session = ConnectedEndpoint.unauthenticated(
    "Get the signed-in person, or null.",
    gives: .json(ListenerSession?.self)
  ) { context in
    guard context.hasAccounts, let identity = try await context.identity() else {
      return HTTPResponse(.ok, json: JSON.null.text)
    }
    return HTTPResponse(.ok, json: ListenerSession(identity, context).json.text)
  }

  private static let success: JSONFields<Void> = [.init("success") { true }]

  static let signOut = ConnectedEndpoint.unauthenticated(
    "Sign out and revoke both the token and the cookie of the sign-in.",
    gives: .json(success)
  ) { context in
    try context.requireOrigin()
    var response = HTTPResponse(.ok, json: success.json(()).text)
    guard context.hasAccounts else { return response }
    let accounts = try context.accountService().accounts
    for (secret, kind) in [(context.bearer, Credential.Kind.app), (context.cookie, .browser)] {
      guard let secret, let identity = try await accounts.identity(of: secret, kind)
      else { continue }
      for credential in [identity.credential.id, identity.credential.id.partner] {
        try await accounts.revoke(credential, of: identity.account.id)
      }
    }
    context.clearCredential(on: &response)
    return response
  }

  private static let closed: JSONFields<Void> = [.init("deleted") { true }]

  static let deleteAccount = ConnectedEndpoint(
    "Close the account. It is deleted with its log and all backups after seven days, unless the person signs in first.",
    gives: .payload(closed)
  ) { context in
    _ = try context.accountService()
    guard context.mayClose else { throw CairnError.outOfScope(.account) }
    try await context.closeAccount()
    var response = HTTPResponse(
      data: closed.json(()),
      message: "Account deleted"
    )
    context.clearCookies(on: &response)
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

  /// The member `data`, in which apps send what they know of a person; nil without one.
  var data: JSON? { values["data"] }

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
  private let displayName: String?

  /// Checks the length of the password.
  init(email: String, password: String, name: String?) throws {
    (self.email, self.password, displayName) = (email, password, name)
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
  func run(_ context: any UnauthenticatedRequest) async throws -> Account {
    let accountService = try context.accountService()
    guard context.isSignUpOpen else {
      throw DialectError(
        .forbidden,
        "This server takes no new accounts; its operator can create one for you",
        code: "SIGN_UP_CLOSED"
      )
    }
    let address = context.clientAddress
    let keys = [address.text, address.site].compactMap(\.self).map {
      AccountLimits.Key(.signUp, $0)
    }
    try accountService.limits.consume(keys, at: context.now, or: .tooManyRequests)
    do {
      return try await accountService.add(
        email,
        password: password,
        zone: context.standardZone,
        displayName: displayName
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

extension AuthenticatedRequest {
  /// Whether the client may close the account: a browser or a listening app, not a write-only token.
  fileprivate var mayClose: Bool {
    guard let scopes = identity?.credential.scopes else { return false }
    return scopes.contains(.account) || scopes.contains(.listening)
  }
}

extension UnauthenticatedRequest {
  /// Rejects a cookie-authenticated request without `Origin` and `Sec-Fetch-Site`.
  fileprivate func requireOrigin() throws {
    let fields = ["origin", "sec-fetch-site"]
    guard
      cookie == nil
        || fields.contains(where: { request.fields.count(of: $0) > 0 })
    else {
      throw DialectError(.forbidden, "Missing or null Origin", code: "MISSING_OR_NULL_ORIGIN")
    }
  }

  /// Issues a token for the app beside the browser's cookie.
  fileprivate func issueToken(
    _ signedIn: SignedIn,
    _ fields: JSONFields<IssuedToken>
  ) async throws -> HTTPResponse {
    let name = BrowserName(request.fields["user-agent"] ?? "").text
    let credential = try await accountService().accounts.issue(
      .app,
      named: name,
      scopes: [.listening],
      to: signedIn.account.id,
      beside: signedIn.credential
    )
    let token = IssuedToken(secret: credential.secret, account: signedIn.account)
    var response = HTTPResponse(.ok, json: fields.json(token).text)
    for cookie in signedIn.cookies { response.fields.append("set-cookie", cookie) }
    response.fields.append("set-auth-token", credential.secret)
    response.fields.append("access-control-expose-headers", "set-auth-token")
    return response
  }
}

/// A new token of an account.
private struct IssuedToken {
  let secret: String
  let account: Account

  static let fields: JSONFields<IssuedToken> = [
    .init("token", \.secret),
    .object("user", \.account, listenerFields),
  ]
}

/// The sign-in of a person.
private struct ListenerSession: JSONModel {
  let identity: Identity
  /// The app's token; a cookie's secret must not reach scripts.
  let token: String
  let address, userAgent: String

  init(_ identity: Identity, _ context: any UnauthenticatedRequest) {
    (self.identity, token) = (identity, context.bearer ?? "")
    address = context.clientAddress.text
    userAgent = context.request.fields["user-agent"] ?? ""
  }

  static let fields: JSONFields<ListenerSession> = [
    .object("session", { $0 }, credentialFields),
    .object("user", \.identity.account, listenerFields),
  ]

  private static let credentialFields = JSONFields<ListenerSession>(
    named: "ListenerSession",
    [
      .init("id", \.identity.credential.id),
      .init("token", \.token),
      .init("userId", \.identity.account.id),
      .init("expiresAt", .instant, \.identity.credential.expiresAt.wholeSeconds),
      .init("createdAt", .instant, \.identity.credential.createdAt.wholeSeconds),
      .init("updatedAt", .instant, \.identity.credential.seenAt.wholeSeconds),
      .init("ipAddress", \.address),
      .init("userAgent", \.userAgent),
    ]
  )
}

/// The fields of an account for listening apps.
private let listenerFields = JSONFields<Account>(
  named: "Listener",
  [
    .init("id", \.id),
    .init("email", \.name),
    .init("emailVerified") { _ in false },
    .init("name") { $0.displayName },
    .init("image") { _ in String?.none },
    .init("createdAt", .instant, \.createdAt.wholeSeconds),
    .init("updatedAt", .instant, \.createdAt.wholeSeconds),
  ]
)
