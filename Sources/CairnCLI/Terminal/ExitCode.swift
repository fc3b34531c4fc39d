/// The exit code of the process (DESIGN.md, "Black-box contract").
enum ExitCode: Int32, Sendable, CaseIterable {
  /// The command succeeded.
  case done = 0
  /// Nothing was found, or a rule refused the command.
  case refused = 1
  /// The command line is invalid.
  case usage = 64
  /// The input contains invalid data.
  case badInput = 65
  /// The server could not be reached.
  case unreachable = 69
  /// Reading or writing failed.
  case failedStorage = 74
}

extension ExitCode {
  /// The meaning for help and manual pages.
  var meaning: String {
    switch self {
    case .done: "Success."
    case .refused: "Nothing was found, or a rule was violated."
    case .usage: "The command line is invalid."
    case .badInput: "The input data is invalid."
    case .unreachable: "The server could not be reached."
    case .failedStorage: "Reading or writing failed."
    }
  }
}
