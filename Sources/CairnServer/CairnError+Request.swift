import Cairn

extension CairnError {
  /// The error for a request that cannot be parsed.
  static func malformed(_ sentence: String) -> CairnError {
    CairnError("request.malformed", sentence, hint: "Nothing was changed. Check what was sent.")
  }

  /// The error for an unknown path.
  static var noSuchPage: CairnError {
    CairnError(
      "request.not_found",
      "There is nothing at this address.",
      hint: "The page to begin with is /."
    )
  }

  /// The error for a path outside the server's base path.
  static func outside(_ base: BasePath) -> CairnError {
    CairnError(
      "request.not_found",
      "Everything here is below \(base.text)/.",
      hint: "A reverse proxy must leave that part of the path as it is."
    )
  }

  /// The error for a request that may come from another site (CSRF).
  static var foreignOrigin: CairnError {
    CairnError(
      "request.origin",
      "The request comes from a page of another site.",
      hint: "Nothing was changed. Open Cairn itself and do it there."
    )
  }

  /// The error for an unknown session.
  static func noSession(_ name: String) -> CairnError {
    CairnError(
      "session.not_found",
      "There is no session “\(name)”.",
      hint: "List the sessions to see their ids."
    )
  }

  /// The error for an invalid value of a named field.
  static func field(_ name: String, _ rule: String) -> CairnError {
    CairnError("request.field", "“\(name)” \(rule).", hint: "docs/api.md lists the fields.")
  }
}

/// The error for a known path with an unsupported method.
struct WrongMethod: Error {
  let allowed: [String]
}
