import Cairn
public import Foundation

extension Cairn {
  /// An error with a sentence for the person and the next step.
  ///
  /// The sentences are English. An app can translate them: a file `Cairn.strings` in its main bundle
  /// has the ``code`` as the key of the sentence, and the code followed by `.hint` as that of the next step.
  public struct Failure: LocalizedError, Sendable, Hashable, Codable {
    /// The stable code, such as `session.already_running`; `docs/errors.md` lists them all.
    public let code: String
    private let message: String
    private let hint: String
    /// The text of a library, for logs; empty if there is none.
    public let cause: String

    /// The sentence that names the value and the rule.
    public var errorDescription: String? { translated(code, message) }

    /// The next step; nil if it would be a command of a terminal.
    public var recoverySuggestion: String? {
      let own = hint.contains("`") || hint.contains("--") ? nil : hint
      let text = translated("\(code).hint", own ?? "")
      return text.isEmpty ? nil : text
    }

    private func translated(_ key: String, _ text: String) -> String {
      Bundle.main.localizedString(forKey: key, value: text, table: "Cairn")
    }
  }
}

extension CairnError {
  fileprivate static var cancelled: CairnError {
    CairnError("client.cancelled", "The call was cancelled.", hint: "Repeat it if needed.")
  }
}

extension Cairn.Failure {
  /// Whether the task of the call was cancelled, which a person need not see.
  public var isCancellation: Bool { code == CairnError.cancelled.code }

  init(_ error: any Error) {
    let known = error as? Cairn.Failure
    let shown = error is CancellationError ? .cancelled : error as? CairnError
    code = known?.code ?? shown?.code ?? "internal"
    message = known?.message ?? shown?.message ?? "Something unexpected went wrong."
    hint = known?.hint ?? shown?.hint ?? ""
    cause = known?.cause ?? shown?.cause ?? "\(error)"
  }
}
