/// What went wrong, in words for the person it happened to.
///
/// `code` is stable and documented in `docs/errors.md`; `message` is one sentence that names the
/// value and the rule; `hint` is the next step. Doors translate it once: the terminal into a
/// sentence and an exit code, HTTP into a problem document.
public struct CairnError: Error, Sendable, Equatable {
  /// A stable name such as `session.already_running`.
  public let code: String
  /// One sentence that names the value and the rule.
  public let message: String
  /// The next step, a sentence; empty when there is none.
  public let hint: String

  /// Makes an error from its stable code, a sentence and a next step.
  public init(_ code: String, _ message: String, hint: String = "") {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
