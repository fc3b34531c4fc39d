import Cairn
import CairnHTTP

extension CairnError {
  /// The error for a request that cannot be parsed.
  static func malformed(_ sentence: String) -> CairnError {
    CairnError("request.malformed", sentence, hint: "Check the request. Nothing was changed.")
  }

  /// The error for an unknown path.
  static var noSuchPage: CairnError {
    CairnError(
      "request.not_found",
      "Page not found.",
      hint: "Check the address."
    )
  }

  /// The error for a path outside the server's base path.
  static func outside(_ base: BasePath) -> CairnError {
    CairnError(
      "request.not_found",
      "All pages are below \(base.text)/.",
      hint: "Configure the reverse proxy to keep that part of the path."
    )
  }

  /// The error for a request that may come from another site (CSRF).
  static var foreignOrigin: CairnError {
    CairnError(
      "request.origin",
      "The request comes from another site.",
      hint: "Open Cairn and try again there. Nothing was changed."
    )
  }

  /// The error for a form without the file.
  static var noFile: CairnError {
    CairnError("request.malformed", "No file selected.", hint: "Choose a file.")
  }

  /// The error for an invalid value of a named field.
  static func field(_ name: String, _ rule: String) -> CairnError {
    CairnError("request.field", "“\(name)” \(rule).", hint: "See docs/api.md for the fields.")
  }

  /// The error for a missing choice in a form.
  static func choose(_ thing: String) -> CairnError {
    CairnError(
      "request.field",
      "The form needs \(thing).",
      hint: "Choose \(thing) and send it again."
    )
  }
}

/// The error for a known path with an unsupported method.
struct WrongMethod: Error {
  let allowed: [String]
}
