import Cairn

extension Parser {
  /// The command typed so far: `cairn import goodreads`.
  private var commandPath: String {
    ([program.name] + path.map(\.name)).joined(separator: " ")
  }

  private var usage: String { "See `\(commandPath) --help`." }

  func unknownCommand(_ word: String, _ candidates: [Command<Context>]) -> CairnError {
    let names = candidates.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
    let synonyms = program.synonyms[word.lowercased()] ?? []
    let meant = path.isEmpty ? synonyms : synonyms.filter(names.contains)
    let near = meant.isEmpty ? Suggestion.nearest(to: word, among: names).map { [$0] } : meant
    return CairnError(
      "usage.unknown_command",
      "“\(word)” is not a command of `\(commandPath)`.",
      hint: near.map { lines in
        let commands = lines.map { "`\(commandPath) \($0)`" }
        return "Did you mean \(commands.joined(separator: " or "))?"
      }
        ?? "See `\(commandPath) --help` for the list."
    )
  }

  func unknownOption(_ name: String, looksNegative: Bool) -> CairnError {
    let names = program.options(of: command).filter { !$0.isHidden }.flatMap(\.spellings)
    // A single letter is close to every other one.
    let near =
      looksNegative || name.count < 3
      ? nil : choice(of: name) ?? Suggestion.nearest(to: name, among: names)
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
    let meant = option(meantBy: word).map { "Did you mean `\($0)`? " } ?? ""
    return CairnError(
      "usage.unexpected_argument",
      "`\(commandPath)` does not expect “\(word)”.",
      hint: "\(meant)Put quotes around words that belong together. \(usage)"
    )
  }

  /// Returns the option that takes a word, which may have dashes: `--send flash`; nil if none or several do.
  private func choice(of word: String) -> String? {
    let value = word.lowercased().drop { $0 == "-" }
    let options = program.options(of: command).filter { option in
      guard case .values(let words) = option.completion else { return false }
      return !option.isHidden && words.contains(String(value))
    }
    return options.count == 1 ? "--\(options[0].name) \(value)" : nil
  }

  /// Returns the option that a word stands for without its dashes: `--daily`, `--page 40`, `--at 22:10`.
  private func option(meantBy word: String) -> String? {
    let options = program.options(of: command).filter { !$0.isHidden }
    let flags = options.filter { !$0.takesValue }.map(\.name)
    if let flag = Suggestion.nearest(to: word.lowercased(), among: flags) { return "--\(flag)" }
    if let choice = choice(of: word) { return choice }
    if options.contains(where: { $0.name == "in" }), Self.isPeriod(word) {
      return "--in \(word.contains(" ") ? "\"\(word)\"" : word)"
    }
    let number = word.hasSuffix("%") ? word.dropLast() : word[...]
    let isNumber = Double(number) != nil
    let name = isNumber ? (word.hasSuffix("%") ? "percent" : "page") : "at"
    guard options.contains(where: { $0.name == name }) else { return nil }
    guard isNumber || ClockTime(text: TypedText.tidy(word)) != nil else { return nil }
    return "--\(name) \(isNumber ? String(number) : word)"
  }

  /// Returns whether a word is a period such as `2025`, `2025-03` or `march`.
  private static func isPeriod(_ word: String) -> Bool {
    let text = TypedText.tidy(word)
    return PeriodExpression(text: text) != nil || PartialDay(text: text) != nil
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
