import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP

/// The handlers of `/auth/v1`: how a person signs in to an app of theirs (spec/climbing.md 4.1).
enum AppAuthHandlers {
  static let signUp = ConnectedEndpoint(
    .unauthenticated { context in
      let body = try AppCredentials(context)
      let (email, password) = (try body.email(), body.password)
      let request = try SignUp(email: email, password: password, name: body.handle)
      let account = try await request.run(context)
      return try await context.issueTokens(to: account)
    }
  )

  static let token = ConnectedEndpoint(
    .unauthenticated { context in
      switch context.target.query["grant_type"] {
      case "password":
        let body = try AppCredentials(context)
        let account = try await context.verified(name: body.name, password: body.password)
        return try await context.issueTokens(to: account)
      case "refresh_token": return try await context.refreshTokens()
      default:
        throw DialectError(.badRequest, "unsupported_grant_type", code: "validation_failed")
      }
    }
  )

  static let user = ConnectedEndpoint(
    .authenticated { context in
      HTTPResponse(.ok, json: try await AppSession(context).account.userJSON.text)
    }
  )

  static let signOut = ConnectedEndpoint(
    .authenticated { context in
      try await AppSession(context).end()
      return HTTPResponse(.noContent)
    }
  )
}

/// The body of a sign-in or sign-up.
private struct AppCredentials {
  /// The name of the account, which an app calls the email address.
  let name: String
  let password: String
  /// The name that the person chose in the app; nil without one.
  let handle: String?
  private let body: AuthBody

  init(_ context: any ConnectedRequest) throws {
    body = try AuthBody(context.request)
    (name, password) = (try body.text("email"), try body.text("password"))
    handle = body.data?["handle"].flatMap { value in
      guard case .string(let text) = value, (1...100).contains(text.utf8.count) else { return nil }
      return text
    }
  }

  /// Returns the address in lower case; throws a ``DialectError`` for a text that is none.
  func email() throws -> String {
    do { return try body.email() } catch {
      throw DialectError(
        .badRequest,
        "Unable to validate email address: invalid email format",
        code: "email_address_invalid"
      )
    }
  }
}

extension UnauthenticatedRequest {
  /// Adds a connection for the app and returns its tokens.
  fileprivate func issueTokens(to account: Account) async throws -> HTTPResponse {
    let accounts = try accountService().accounts
    return response(try await accounts.connectApp(named: appName, to: account.id), account)
  }

  /// Returns the next tokens for a refresh token.
  fileprivate func refreshTokens() async throws -> HTTPResponse {
    let token = try AuthBody(request).text("refresh_token")
    guard let next = try await accountService().accounts.refresh(token) else {
      throw DialectError(
        .badRequest,
        "Invalid Refresh Token: Refresh Token Not Found",
        code: "refresh_token_not_found"
      )
    }
    return response(next.tokens, next.account)
  }

  /// The name of the app, from what it says of itself: `supabase-py`, `SwiftClimb`.
  private var appName: String {
    let text = request.fields["x-client-info"] ?? request.fields["user-agent"] ?? ""
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return name.isEmpty ? "App" : String(name.prefix(40))
  }

  private func response(_ tokens: AppTokens, _ account: Account) -> HTTPResponse {
    let seconds = now.milliseconds / 1_000
    let json = JSON.members(
      ("access_token", .string(tokens.jwt(of: account, at: seconds))),
      ("token_type", .string("bearer")),
      ("expires_in", .integer(AppTokens.lifetime)),
      ("expires_at", .integer(seconds + AppTokens.lifetime)),
      ("refresh_token", .string(tokens.refresh)),
      ("user", account.userJSON)
    )
    return HTTPResponse(.ok, json: json.text)
  }
}

extension AppTokens {
  /// Seconds after which an app asks for the next token.
  ///
  /// The token stays valid until the second refresh after it was issued, because apps measure the time from each
  /// start, and give up what they have not sent yet if a token is refused (spec/climbing.md 4.1).
  fileprivate static let lifetime: Int64 = 3_600

  /// Returns the access token in the form of a JWT, whose signature is the secret.
  ///
  /// Apps read its expiry. The server reads only the secret.
  fileprivate func jwt(of account: Account, at seconds: Int64) -> String {
    let payload = JSON.members(
      ("sub", .string(account.id.record.text)),
      ("email", .string(account.name)),
      ("role", .string("authenticated")),
      ("aud", .string("authenticated")),
      ("session_id", .string(connection.record.text)),
      ("iat", .integer(seconds)),
      ("exp", .integer(seconds + Self.lifetime))
    )
    let head = #"{"alg":"HS256","typ":"JWT"}"#
    let parts = [head, payload.text].map { Base64.urlText(Array($0.utf8)) }
    return (parts + [access]).joined(separator: ".")
  }
}

extension ConnectedRequest {
  /// Whether the request has no token of a person: none at all, or the app's API key in its place.
  package var isWithoutToken: Bool {
    guard let value = request.fields["authorization"] else { return true }
    return value == "Bearer " + (request.fields["apikey"] ?? "")
  }

  /// The secret of the access token in the field `Authorization`; nil without one.
  package var appSecret: String? {
    guard let value = request.fields["authorization"], value.lowercased().hasPrefix("bearer ")
    else { return nil }
    let parts = value.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[2]) : nil
  }
}

extension Account {
  /// The account as apps read it.
  fileprivate var userJSON: JSON {
    let createdAt = createdAt.rowValue.json
    return .members(
      ("id", .string(id.record.text)),
      ("aud", .string("authenticated")),
      ("role", .string("authenticated")),
      ("email", .string(name)),
      ("email_confirmed_at", createdAt),
      ("app_metadata", .object([])),
      ("user_metadata", .members(("display_name", .string(displayName)))),
      ("identities", .array([])),
      ("created_at", createdAt),
      ("updated_at", createdAt),
      ("is_anonymous", .bool(false))
    )
  }
}
