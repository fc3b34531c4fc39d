/// What went wrong, in words for the person it happened to.
///
/// `code` is stable and documented in `docs/errors.md`; `message` is one sentence that names the
/// value and the rule; `hint` is the next step. Doors translate it once: the terminal into a
/// sentence and an exit code, HTTP into a problem document.
public struct CairnError: Error, Sendable, Equatable {
  /// A stable name such as `session.already_running`.
  public var code: String { words.code }
  /// One sentence that names the value and the rule.
  public var message: String { words.message }
  /// The next step, a sentence; empty when there is none.
  public var hint: String { words.hint }

  private let words: Words

  /// Makes an error from its stable code, a sentence and a next step.
  public init(_ code: String, _ message: String, hint: String = "") {
    words = Words(code, message, hint)
  }

  /// Compares the code and both sentences.
  public static func == (left: CairnError, right: CairnError) -> Bool {
    left.code == right.code && left.message == right.message && left.hint == right.hint
  }
}

extension CairnError: CustomStringConvertible {
  /// The code and both sentences, for those who look for a fault: people read ``message`` and ``hint``.
  public var description: String { "\(code): \(message) \(hint)" }
}

extension CairnError {
  /// One reference instead of three texts: every rule that calls another hands it on.
  private final class Words: Sendable {
    let code: String
    let message: String
    let hint: String

    init(_ code: String, _ message: String, _ hint: String) {
      (self.code, self.message, self.hint) = (code, message, hint)
    }
  }
}
