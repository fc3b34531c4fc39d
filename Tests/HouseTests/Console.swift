import Foundation

/// A command of a ```` ```console ```` block, and what it is said to print.
struct ConsoleStep: Sendable {
  let command: String
  let output: String
  /// The line of the command in its page, from 1.
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

  /// The variables that the page tells to export, before its commands are typed.
  var consoleVariables: [String: String] {
    let pairs = text.matches(of: #"\b(CAIRN_[A-Z_]+)=(\S+)"#).map { ($0.groups[0], $0.groups[1]) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// The short ids of a page and of a run, which differ each time but stand for the same things.
struct ConsoleIDs {
  private var written: [String: String] = [:]
  private var real: [String: String] = [:]

  /// Ids stand in parentheses or begin a line of a table.
  private static let pattern = #"(?:^|\()([0-9a-hjkmnp-tv-z]{6})(?=\)|  )"#

  /// The command with the ids of the run in the place of those of the page.
  func typed(_ command: String) -> String {
    real.reduce(command) { $0.replacing($1.key, with: $1.value) }
  }

  /// The output with the ids of the page in the place of those of the run.
  mutating func renamed(_ output: String, like expected: String) -> String {
    let ids = [output, expected].map { $0.matches(of: Self.pattern).map { $0.groups[0] } }
    for (mine, theirs) in zip(ids[0], ids[1]) where written[mine] == nil {
      (written[mine], real[theirs]) = (theirs, mine)
    }
    return written.reduce(output) { $0.replacing($1.key, with: $1.value) }
  }
}

extension String {
  /// Whether the text is another one in which `…` stands for any part of a line.
  func isLike(_ expected: String) -> Bool {
    let parts = expected.components(separatedBy: "…").map {
      NSRegularExpression.escapedPattern(for: $0)
    }
    let pattern = "\\A" + parts.joined(separator: "[^\n]*") + "\\z"
    return range(of: pattern, options: .regularExpression) != nil
  }
}
