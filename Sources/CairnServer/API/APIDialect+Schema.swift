import CairnConnect
import CairnJSON

extension APIDialect {
  /// The schema of the dialect's errors.
  var refusal: JSONSchema {
    switch self {
    case .own: .problem
    case .listening:
      .named("ListeningError", ["error": .string, "message": .string])
    case .batch: .named("BatchError", ["error": .string])
    case .auth: .named("AuthError", ["code": .string, "message": .string])
    case .appSignIn:
      .named(
        "AppSignInError",
        ["code": .string, "error_code": .string, "message": .string, "msg": .string]
      )
    case .rows:
      .named(
        "RowError",
        ["code": .string, "message": .string, "details": .string, "hint": .string]
      )
    case .koreader: .named("KOReaderError", ["code": .integer, "message": .string])
    }
  }

  /// The name of that schema in the API description.
  var refusalName: String {
    switch self {
    case .own: "Problem"
    case .listening: "ListeningError"
    case .batch: "BatchError"
    case .auth: "AuthError"
    case .appSignIn: "AppSignInError"
    case .rows: "RowError"
    case .koreader: "KOReaderError"
    }
  }
}
