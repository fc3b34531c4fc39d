/// An error with a message for the person who has to act on it.
///
/// `code` is stable and documented in `docs/errors.md`. `message` is one sentence that names the
/// value and the rule. `hint` is the next step. The CLI renders an error as text and an exit code;
/// the HTTP server renders it as a problem document.
public struct CairnError: Error, Sendable, Equatable {
  /// A stable identifier such as `session.already_running`.
  public var code: String { storage.code }
  /// One sentence that names the invalid value and the rule.
  public var message: String { storage.message }
  /// The next step as a sentence; empty if there is none.
  public var hint: String { storage.hint }

  private let storage: Storage

  /// Creates an error from its stable code, a message and a hint.
  public init(_ code: String, _ message: String, hint: String = "") {
    storage = Storage(code, message, hint)
  }

  /// Compares code, message and hint.
  public static func == (left: CairnError, right: CairnError) -> Bool {
    left.code == right.code && left.message == right.message && left.hint == right.hint
  }
}

extension CairnError: CustomStringConvertible {
  /// The code, message and hint, for logs and debugging; show people ``message`` and ``hint``.
  public var description: String { "\(code): \(message) \(hint)" }
}

extension CairnError {
  /// Shared storage for the three strings: rethrowing an error copies one reference.
  private final class Storage: Sendable {
    let code: String
    let message: String
    let hint: String

    init(_ code: String, _ message: String, _ hint: String) {
      (self.code, self.message, self.hint) = (code, message, hint)
    }
  }
}
