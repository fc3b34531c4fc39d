import Cairn

/// An error as a person reads it, and the exit code it means.
///
/// The one place where errors become words on a terminal. With `--json` they are the same words.
struct ErrorText: Sendable, Equatable {
  /// `cairn: ` and a sentence, below it the next step.
  let text: String
  /// What the process ends with.
  let exit: ExitCode

  /// Translates an error; one that is not ours came from the system and counts as a failed write.
  init(_ error: any Error, program: String = "cairn") {
    let error =
      error as? CairnError
      ?? CairnError("storage.unexpected", "Something unexpected went wrong: \(error)")
    let hint = error.hint.isEmpty ? "" : "\n  \(error.hint.visible)"
    text = "\(program): \(error.message.visible)\(hint)"
    exit = Self.exit(for: error.code)
  }

  /// The exit code for an error code, by the part before the first dot.
  static func exit(for code: String) -> ExitCode {
    switch code.prefix(while: { $0 != "." }) {
    case "usage": .usage
    case "input": .badInput
    case "server": .unreachable
    case "storage": .failedStorage
    default: .refused
    }
  }
}
