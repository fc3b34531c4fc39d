import Cairn

extension Parser {
  /// The command typed so far: `cairn import goodreads`.
  private var commandPath: String {
    ([program.name] + path.map(\.name)).joined(separator: " ")
  }

  private var usage: String { "See `\(commandPath) --help`." }

  func unknownCommand(_ word: String, _ candidates: [Command<Context>]) -> CairnError {
    let names = candidates.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
    let synonym = path.isEmpty ? program.synonyms[word.lowercased()] : nil
    let near = synonym ?? Suggestion.nearest(to: word, among: names)
    return CairnError(
      "usage.unknown_command",
      "“\(word)” is not a command of `\(commandPath)`.",
      hint: near.map { "Did you mean `\(commandPath) \($0)`?" }
        ?? "See `\(commandPath) --help` for the list."
    )
  }

  func unknownOption(_ name: String, looksNegative: Bool) -> CairnError {
    let names = program.options(of: command).filter { !$0.isHidden }.flatMap(\.spellings)
    // A single letter is close to every other one.
    let near = looksNegative || name.count < 3 ? nil : Suggestion.nearest(to: name, among: names)
    let lists = looksNegative ? "" : "`\(commandPath) --help` lists them. "
    let literal = "Write `--` before arguments that begin with “-”."
    return CairnError(
      "usage.unknown_option",
      "`\(commandPath)` has no option “\(name)”.",
      hint: near.map { "Did you mean `\($0)`?" } ?? lists + literal
    )
  }

  func repeated(_ name: String) -> CairnError {
    CairnError("usage.repeated_option", "“\(name)” is given more than once.", hint: usage)
  }

  func unexpectedValue(_ name: String) -> CairnError {
    CairnError("usage.unexpected_value", "“\(name)” takes no value.", hint: usage)
  }

  func missingValue(_ name: String, _ placeholder: String) -> CairnError {
    let hint =
      words.isEmpty
      ? "Write `\(name) \(placeholder)`."
      : "Write `\(name)=\(words[words.startIndex])` if the value begins with a dash."
    return CairnError(
      "usage.missing_value",
      "“\(name)” needs a value: \(placeholder).",
      hint: hint
    )
  }

  func missing(_ argument: Argument) -> CairnError {
    CairnError(
      "usage.missing_argument",
      "`\(commandPath)` needs \(argument.placeholder): \(argument.help)",
      hint: usage
    )
  }

  func unexpected(_ word: String) -> CairnError {
    CairnError(
      "usage.unexpected_argument",
      "`\(commandPath)` does not expect “\(word)”.",
      hint: "Put quotes around words that belong together. \(usage)"
    )
  }

  func needsSubcommand(_ command: Command<Context>) -> CairnError {
    let names = command.subcommands.filter { !$0.isHidden }.map(\.name)
    return CairnError(
      "usage.missing_command",
      "`\(commandPath)` needs one of: \(names.joined(separator: ", ")).",
      hint: usage
    )
  }

  func missingCommand() -> CairnError {
    CairnError(
      "usage.missing_command",
      "`\(commandPath)` needs a command.",
      hint: "See `\(commandPath) --help` for the list."
    )
  }
}
