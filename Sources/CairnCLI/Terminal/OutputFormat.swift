import Cairn

/// How a command prints its data: for people, for a page of notes, or for other programs.
enum OutputFormat: Sendable, Equatable {
  case text, markdown, json
  /// The rows of the first of these lists that the JSON has, each a path of keys; else of the JSON itself.
  case csv(lists: [[String]])

  /// Returns the format of `--json`, `--csv` or `--md`; throws `usage.value` for two of them.
  init(_ invocation: Invocation) throws(CairnError) {
    switch try invocation.only(of: ["json", "csv", "md"]) {
    case "json": self = .json
    case "csv": self = .csv(lists: try invocation.lists())
    case "md": self = .markdown
    default: self = .text
    }
    guard !invocation.isGiven("list") || isCSV else {
      throw CairnError("usage.value", "--list chooses the rows of CSV.", hint: "Add --csv.")
    }
  }

  /// Whether it holds the exact values, for other programs.
  var isData: Bool { self == .json || isCSV }

  private var isCSV: Bool { if case .csv = self { true } else { false } }
}

extension Invocation {
  /// Returns the list that `--list` names, or else all that it may name; throws `usage.value`.
  fileprivate func lists() throws(CairnError) -> [[String]] {
    let all = words(of: "list")
    let chosen = all.isEmpty ? nil : try choice("list", of: all)
    return (chosen.map { [$0] } ?? all).map { $0.split(separator: ".").map(String.init) }
  }
}

extension Option {
  /// The list that `--csv` prints, for a command whose JSON has lists in an object.
  static func list(_ names: [String]) -> Option {
    .value(
      "list",
      "LIST",
      "The rows of --csv: \(names.joined(separator: ", ")).",
      completion: .values(names)
    )
  }

  /// The options of the formats other than text.
  static var formats: [Option] {
    [
      .flag("json", "Print stable JSON."),
      .flag("csv", "Print the values as CSV, for a spreadsheet."),
      .flag("md", "Print Markdown."),
    ]
  }
}
