import Foundation

/// A command of a ```` ```console ```` block, with its documented output.
struct ConsoleStep: Sendable {
  let command: String
  let output: String
  /// The line number of the command in its page, from 1.
  let line: Int
}

extension RepositoryFile {
  /// The commands of all console blocks of a page, in order.
  var consoleSteps: [ConsoleStep] {
    text.matches(of: "^```console\n((?:(?!^```)[^\n]*\n)*)").flatMap { block in
      block.groups[0].matches(of: #"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)"#).map {
        ConsoleStep(command: $0.groups[0], output: $0.groups[1], line: block.line + $0.line)
      }
    }
  }

  /// The environment variables that the page exports before its commands.
  var consoleVariables: [String: String] {
    let pairs = text.matches(of: #"\b(CAIRN_[A-Z_]+)=(\S+)"#).map { ($0.groups[0], $0.groups[1]) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// A mapping between the short IDs of a page and those of a run, which differ each time.
struct ConsoleIDs {
  private var written: [String: String] = [:]
  private var real: [String: String] = [:]

  /// IDs are in parentheses or at the start of a table line.
  private static let pattern = #"(?:^|\()([0-9a-hjkmnp-tv-z]{6})(?=\)|  )"#

  /// Returns the command with the IDs of the page replaced by those of the run.
  func typed(_ command: String) -> String {
    real.reduce(command) { $0.replacing($1.key, with: $1.value) }
  }

  /// Returns the output with the IDs of the run replaced by those of the page.
  mutating func renamed(_ output: String, like expected: String) -> String {
    let ids = [output, expected].map { $0.matches(of: Self.pattern).map { $0.groups[0] } }
    for (mine, theirs) in zip(ids[0], ids[1]) where written[mine] == nil {
      (written[mine], real[theirs]) = (theirs, mine)
    }
    return written.reduce(output) { $0.replacing($1.key, with: $1.value) }
  }
}

extension String {
  /// Returns whether the text matches another one, in which `…` matches any part of a line.
  func isLike(_ expected: String) -> Bool {
    let parts = expected.components(separatedBy: "…").map {
      NSRegularExpression.escapedPattern(for: $0)
    }
    let pattern = "\\A" + parts.joined(separator: "[^\n]*") + "\\z"
    return range(of: pattern, options: .regularExpression) != nil
  }
}
