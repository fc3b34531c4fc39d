import Cairn
package import CairnAccounts
package import CairnHTTP

/// The error format of a part of the API: Cairn's own, or that of the apps it serves
/// (spec/listening.md 1.1, 1.11 and 3).
package enum APIDialect: Sendable, CaseIterable {
  /// Problem documents.
  case own
  /// `{"error": "NotFound", "message": …}`.
  case listening
  /// `{"error": …}`.
  case batch
  /// `{"code": "INVALID_EMAIL", "message": …}`.
  case auth
  /// `{"code": 2001, "message": …}` (spec/ecosystem.md 2.5).
  case koreader
  /// That of Supabase’s sign-in (spec/ecosystem.md 2.3).
  case appSignIn
  /// That of PostgREST: `{"code": "23505", "message": …, "details": …, "hint": …}`.
  case rows

  /// Returns the dialect of a path.
  package init(_ path: [String]) {
    switch (path.first, path.dropFirst().first, path.dropFirst(2).first) {
    case ("api", "auth", _): self = .auth
    case ("api", "batch", _): self = .batch
    case ("koreader", _, _): self = .koreader
    case ("auth", "v1", _): self = .appSignIn
    case ("rest", "v1", _): self = .rows
    case ("api", "v1", "analytics"), ("api", "v1", "stories"), ("api", "v1", "heroes"),
      ("api", "v1", "user"):
      self = .listening
    default: self = .own
    }
  }

  /// Returns the dialect of a request target or of a route's pattern.
  package init(target: String) {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/"))
    self.init(path.prefix(3).map { String(Substring($0)) })
  }

  /// Formats an error in the dialect.
  package func response(_ problem: Problem) -> HTTPResponse {
    guard self != .own else { return problem.response }
    let problem = self == .appSignIn ? problem.ofAppSignIn : problem
    let status = status(of: problem)
    var response = HTTPResponse(status, json: body(problem, status).text)
    if let wait = problem.retryAfter {
      response.fields.append("retry-after", String(wait))
      response.fields.append("x-retry-after", String(wait))
    }
    if self == .appSignIn { response.fields.append("x-supabase-api-version", "2024-01-01") }
    return response
  }

  /// Listening apps expect 400 for every invalid body, and KOReader 403.
  private func status(of problem: Problem) -> HTTPStatus {
    if self == .koreader { return problem.status == .badRequest ? .forbidden : problem.status }
    if self == .appSignIn { return problem.status }
    let isWrong = [HTTPStatus.unprocessable, .unsupportedMediaType].contains(problem.status)
    return isWrong && problem.code.first?.isLowercase == true ? .badRequest : problem.status
  }

  /// The scope that a credential needs here, if that of the programs of the dialect is enough.
  package var scope: Credential.Scope? {
    switch self {
    case .own: nil
    case .koreader: .koreader
    case .rows, .appSignIn: .supabase
    case .listening, .batch, .auth: .listening
    }
  }

  /// The authentication scheme that a program without a valid credential is asked for.
  package var challenge: String { self == .koreader ? "Basic realm=\"Cairn\"" : "Bearer" }

  private func body(_ problem: Problem, _ status: HTTPStatus) -> JSON {
    let message = message(problem, status)
    return switch self {
    case .auth:
      .members(("code", .string(Self.code(problem, message))), ("message", .string(message)))
    case .appSignIn: problem.appSignInJSON
    case .rows: problem.rowJSON(status)
    case .koreader:
      .members(("code", .integer(Self.number(of: status))), ("message", .string(message)))
    case .batch:
      .members(("error", .string(status == .unauthorized ? Self.name(of: status) : message)))
    case .own, .listening:
      .members(("error", .string(Self.name(of: status))), ("message", .string(message)))
    }
  }

  private func message(_ problem: Problem, _ status: HTTPStatus) -> String {
    switch status {
    case .unauthorized where self == .koreader: "The name or the password is wrong."
    case .unauthorized where problem.code == CairnError.notSignedIn.code: "Authentication required"
    case .tooManyRequests: "Too many requests. Please try again later."
    default: problem.detail
    }
  }

  private static func name(of status: HTTPStatus) -> String {
    switch status.code {
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "NotFound"
    case 405: "MethodNotAllowed"
    case 409: "Conflict"
    case 429: "RateLimitExceeded"
    case 503: "ServiceUnavailable"
    case 500...: "InternalServerError"
    default: "ValidationError"
    }
  }

  /// Returns KOReader's number of an error.
  private static func number(of status: HTTPStatus) -> Int64 {
    switch status {
    case .unauthorized: 2001
    case .paymentRequired: 2005
    case .forbidden: 2003
    default: 2000
    }
  }

  /// Returns the dialect's own code, else one made of the message in upper case with underscores.
  private static func code(_ problem: Problem, _ message: String) -> String {
    guard problem.code.first?.isUppercase != true else { return problem.code }
    if problem.code == "request.origin" { return "INVALID_ORIGIN" }
    let letters = message.uppercased().unicodeScalars.compactMap { scalar -> Character? in
      if scalar == " " { return "_" }
      return ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : nil
    }
    return String(letters)
  }
}

/// An error with a code and message of a foreign dialect.
package struct DialectError: Error {
  package let status: HTTPStatus
  /// The code in the dialect, in capitals.
  package let code: String
  package let message: String

  init(_ status: HTTPStatus, _ message: String, code: String = "REFUSED") {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// The error for a story that belongs to another person.
  static var otherStory: DialectError {
    DialectError(.forbidden, "You do not have access to this story")
  }

  /// Returns the error for invalid input.
  static func invalid(_ message: String) -> DialectError { DialectError(.badRequest, message) }
}
