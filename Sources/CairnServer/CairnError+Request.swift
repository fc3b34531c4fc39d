import Cairn

extension CairnError {
  /// The refusal of a request that is no request.
  static func malformed(_ sentence: String) -> CairnError {
    CairnError("request.malformed", sentence, hint: "Nothing was changed. Check what was sent.")
  }

  /// The refusal of a path that leads nowhere.
  static var noSuchPage: CairnError {
    CairnError(
      "request.not_found",
      "There is nothing at this address.",
      hint: "The page to begin with is /."
    )
  }

  /// The refusal of a path that is not below that of the server.
  static func outside(_ base: BasePath) -> CairnError {
    CairnError(
      "request.not_found",
      "Everything here is below \(base.text)/.",
      hint: "A reverse proxy must leave that part of the path as it is."
    )
  }

  /// The refusal of what a page from elsewhere may have made a browser send.
  static var foreignOrigin: CairnError {
    CairnError(
      "request.origin",
      "The request comes from a page of another site.",
      hint: "Nothing was changed. Open Cairn itself and do it there."
    )
  }

  /// The refusal of a session that is not there.
  static func noSession(_ name: String) -> CairnError {
    CairnError(
      "session.not_found",
      "There is no session “\(name)”.",
      hint: "List the sessions to see their ids."
    )
  }

  /// The refusal of a named value.
  static func field(_ name: String, _ rule: String) -> CairnError {
    CairnError("request.field", "“\(name)” \(rule).", hint: "docs/api.md lists the fields.")
  }
}

/// A path that can be asked with other methods only.
struct WrongMethod: Error {
  let allowed: [String]
}
