import Cairn
import CairnHTTP

extension Problem {
  /// The error as PostgREST writes it, with the code of PostgreSQL and Cairn’s own in `details`.
  func rowJSON(_ status: HTTPStatus) -> JSON {
    let isForeign = code.first?.isLowercase != true
    return .members(
      ("code", .string(isForeign ? code : Self.rowCode(of: status))),
      ("message", .string(detail)),
      ("details", isForeign ? .null : .string(code)),
      ("hint", hint.isEmpty ? .null : .string(hint))
    )
  }

  private static func rowCode(of status: HTTPStatus) -> String {
    switch status.code {
    case 400: "23514"
    case 401: "PGRST301"
    case 403: "42501"
    case 404: "PGRST205"
    case 405: "PGRST105"
    case 409: "23P01"
    case 413: "54000"
    case 429: "53400"
    case 507: "53100"
    default: "XX000"
    }
  }

  /// The error as Supabase’s sign-in writes it, for old and new clients.
  var appSignInJSON: JSON {
    let code = code.replacing(".", with: "_")
    let reasons = JSON.members(("reasons", .array([.string("length")])))
    return .object(
      [("code", code), ("error_code", code), ("message", detail), ("msg", detail)]
        .map { JSON.Member($0, .string($1)) }
        + (code == "weak_password" ? [JSON.Member("weak_password", reasons)] : [])
    )
  }

  /// The same error in the words by which apps know it (spec/climbing.md 4.1).
  var ofAppSignIn: Problem {
    switch code {
    case "account.wrong_password":
      Problem(.badRequest, "invalid_credentials", "Invalid login credentials")
    case "account.not_signed_in": Problem(.unauthorized, "bad_jwt", "invalid JWT")
    case "account.weak_password", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG":
      Problem(.unprocessable, "weak_password", "Password is too weak: \(detail)")
    case "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL":
      Problem(.unprocessable, "user_already_exists", "User already registered")
    case "SIGN_UP_CLOSED": Problem(.unprocessable, "signup_disabled", detail)
    case "VALIDATION_ERROR", "request.malformed":
      Problem(.badRequest, "validation_failed", detail)
    case "account.rate_limited", "request.too_many":
      Problem(
        .tooManyRequests,
        "over_request_rate_limit",
        "Request rate limit reached",
        retryAfter: retryAfter
      )
    default: self
    }
  }
}
