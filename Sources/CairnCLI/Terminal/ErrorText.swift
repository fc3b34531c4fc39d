import Cairn

/// An error as a person reads it, and the exit code it means.
///
/// The one place where errors become words on a terminal, or one object with `--json`.
struct ErrorText: Sendable, Equatable {
  /// `cairn: ` and a sentence, below it the next step.
  let text: String
  /// The same with its code, for another program.
  let json: String
  /// What the process ends with.
  let exit: ExitCode

  /// Translates an error; one that is not ours came from the system and counts as a failed write.
  init(_ error: any Error, program: String = "cairn") {
    let error =
      error as? CairnError
      ?? CairnError("storage.unexpected", "Something unexpected went wrong: \(error)")
    let hint = error.hint.isEmpty ? "" : "\n  \(error.hint.visible)"
    text = "\(program): \(error.message.visible)\(hint)"
    json = Self.json(error)
    exit = Self.exit(for: error.code)
  }

  /// The exit code for an error code, by the part before the first dot.
  static func exit(for code: String) -> ExitCode {
    switch code.prefix(while: { $0 != "." }) {
    case "usage": .usage
    case "input", "import", "csv", "goodreads", "json", "kindle", "kobo", "koreader", "openreads",
      "zip":
      .badInput
    case "server", "remote": .unreachable
    case "storage": .failedStorage
    default: .refused
    }
  }

  private static func json(_ error: CairnError) -> String {
    let members = [("code", error.code), ("message", error.message), ("hint", error.hint)]
    return JSON.object(members.map { JSON.Member($0.0, .string($0.1)) }).text
  }
}
