import Cairn

/// The text and the exit code for an error.
///
/// This is the only place that formats errors, as text or with `--json` as one object.
struct ErrorText: Sendable, Equatable {
  /// `cairn: ` and the message, followed by the hint and the cause on their own lines.
  let text: String
  /// The error as a JSON object that includes its code.
  let json: String
  /// The exit code of the process.
  let exit: ExitCode

  /// Formats an error; only verbose output includes its cause.
  init(_ error: any Error, program: String = "cairn", isVerbose: Bool = false) {
    let error = CairnError(any: error)
    let cause = error.cause.isEmpty || !isVerbose ? nil : error.cause
    let hint = error.hint.isEmpty ? "" : "\n  \(error.hint.visible)"
    let causeLine = cause.map { "\n  Cause: \($0.visible)" } ?? ""
    text = "\(program): \(error.message.visible)\(hint)\(causeLine)"
    json = Self.json(error, cause)
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

  private static func json(_ error: CairnError, _ cause: String?) -> String {
    let members = [("code", error.code), ("message", error.message), ("hint", error.hint)]
    let all = members + (cause.map { [("cause", $0)] } ?? [])
    return JSON.object(all.map { JSON.Member($0.0, .string($0.1)) }).text
  }
}

extension CairnError {
  /// Returns an error as it is shown; any other type becomes `storage.unexpected`.
  init(any error: any Error) {
    self =
      error as? CairnError
      ?? CairnError(
        "storage.unexpected",
        "An unexpected error occurred.",
        hint: "Run the command again with --verbose, and report the cause.",
        cause: "\(error)"
      )
  }
}
