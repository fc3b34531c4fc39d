/// How a run ended, as the shell sees it (DESIGN.md, "Black-box contract").
enum ExitCode: Int32, Sendable, CaseIterable {
  /// What was asked is done.
  case done = 0
  /// Nothing was found, or a rule refused.
  case refused = 1
  /// The words on the command line were not understood.
  case usage = 64
  /// A file or a stream that was read holds bad data.
  case badInput = 65
  /// The server could not be reached.
  case unreachable = 69
  /// Reading or writing failed.
  case failedStorage = 74
}

extension ExitCode {
  /// What the code means, for help and manual pages.
  var meaning: String {
    switch self {
    case .done: "What was asked is done."
    case .refused: "Nothing was found, or a rule refused."
    case .usage: "The command line was not understood."
    case .badInput: "The data that was read is not valid."
    case .unreachable: "The server could not be reached."
    case .failedStorage: "Reading or writing failed."
    }
  }
}
