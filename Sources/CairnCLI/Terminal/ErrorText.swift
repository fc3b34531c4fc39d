import Cairn

/// The text and the exit code for an error.
///
/// This is the only place that formats errors, as text or with `--json` as one object.
struct ErrorText: Sendable, Equatable {
  /// `cairn: ` and the message, followed by the hint on its own line.
  let text: String
  /// The error as a JSON object that includes its code.
  let json: String
  /// The exit code of the process.
  let exit: ExitCode

  /// Formats an error; any other type than `CairnError` becomes `storage.unexpected`.
  init(_ error: any Error, program: String = "cairn") {
    let error =
      error as? CairnError
      ?? CairnError("storage.unexpected", "Unexpected error: \(error)")
    let hint = error.hint.isEmpty ? "" : "\n  \(error.hint.visible)"
    text = "\(program): \(error.message.visible)\(hint)"
    json = Self.json(error)
    exit = Self.exit(for: error.code)
  }

  /// Returns the exit code for an error code, by the part before the first dot.
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
