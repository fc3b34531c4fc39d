/// An error with a message for the person who has to act on it.
///
/// `code` is stable and documented in `docs/errors.md`. `message` is one sentence that names the
/// value and the rule. `hint` is the next step. `cause` is the text of a library, for experts. The CLI
/// renders an error as text and an exit code; the HTTP server renders it as a problem document.
public struct CairnError: Error, Sendable, Equatable {
  /// A stable identifier such as `session.already_running`.
  public var code: String { storage.code }
  /// One sentence that names the invalid value and the rule.
  public var message: String { storage.message }
  /// The next step as a sentence.
  public var hint: String { storage.hint }
  /// The text of a library or the system, in its own words and without secrets; empty if there is none.
  ///
  /// Only `--verbose` and the log of the server show it.
  public var cause: String { storage.cause }

  private let storage: Storage

  /// Creates an error from its stable code, a message, a hint and the text of a library.
  public init(_ code: String, _ message: String, hint: String, cause: String = "") {
    storage = Storage(code, message, hint, cause)
  }

  /// Returns the same error with the given parts replaced.
  public func with(
    message: String? = nil,
    hint: String? = nil,
    cause: String? = nil
  ) -> CairnError {
    CairnError(
      code,
      message ?? self.message,
      hint: hint ?? self.hint,
      cause: cause ?? self.cause
    )
  }

  /// Compares code, message and hint: the wording of a library differs between its versions.
  public static func == (left: CairnError, right: CairnError) -> Bool {
    left.code == right.code && left.message == right.message && left.hint == right.hint
  }
}

extension CairnError: CustomStringConvertible {
  /// The code, message and hint, for logs and debugging; show people ``message`` and ``hint``.
  public var description: String { "\(code): \(message) \(hint)" }
}

extension CairnError {
  /// Shared storage for the four strings: rethrowing an error copies one reference.
  private final class Storage: Sendable {
    let code: String
    let message: String
    let hint: String
    let cause: String

    init(_ code: String, _ message: String, _ hint: String, _ cause: String) {
      (self.code, self.message, self.hint, self.cause) = (code, message, hint, cause)
    }
  }
}
