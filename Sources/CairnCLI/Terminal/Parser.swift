import Cairn

/// A parser of command lines.
///
/// Options may come before or after the command. A value follows its option as the next word or
/// after `=`, or after the sign of the option (`+beach`); `--` ends the options. A dash before a digit starts a value (`-15m`), never an
/// option. Names cannot be abbreviated. Errors have codes `usage.*` and contain the offending word.
struct Parser<Context> {
  let program: Program<Context>
  private(set) var words: ArraySlice<String>
  private(set) var path: [Command<Context>] = []
  private(set) var places: [String] = []
  private(set) var given: [(option: Option, value: String?)] = []
  private var optionsEnded = false

  /// Parses the words after the program's name.
  static func parse(
    _ words: [String],
    _ program: Program<Context>
  ) throws(CairnError) -> Request<Context> {
    var parser = Parser(program: program, words: words[...])
    return try parser.request()
  }

  private init(program: Program<Context>, words: ArraySlice<String>) {
    (self.program, self.words) = (program, words)
  }

  private mutating func request() throws(CairnError) -> Request<Context> {
    while let word = words.popFirst() {
      let isLiteral = optionsEnded || isLine(word)
      if !isLiteral, let (option, value) = signed(word) {
        given.append((option, value))
      } else if isLiteral || !word.hasPrefix("-") || word == "-" {
        try parseArgument(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        try dash(word)
      }
      if let answer = try immediateRequest() { return answer }
    }
    return try finished()
  }

  /// Returns requests that need no complete command line: `--help`, `--version` and `help COMMAND`.
  private mutating func immediateRequest() throws(CairnError) -> Request<Context>? {
    if path.isEmpty, places == ["help"] { return .help(try helpPath()) }
    return switch given.last?.option.name {
    case "help": .help(path.map(\.name))
    case "version" where path.isEmpty: .version
    default: nil
    }
  }
}

extension Parser {
  /// The command found so far.
  var command: Command<Context>? { path.last }

  private mutating func parseArgument(_ word: String) throws(CairnError) {
    let candidates = command.map(\.subcommands) ?? program.commands
    // After `--` a word can be literal: a book titled "show".
    let mayLead = places.isEmpty && !(optionsEnded && command?.action != nil)
    if mayLead, let found = candidates.first(where: { $0.matches(word) }) {
      path.append(found)
    } else if command?.action != nil || (path.isEmpty && word == "help") {
      places.append(word)
    } else if path.isEmpty, word.contains(" "),
      let line = program.lineCommand.flatMap(program.command)
    {
      path.append(line)
      places.append(word)
    } else {
      throw unknownCommand(word, candidates)
    }
  }

  /// Returns whether a word is a line with spaces, such as `+2026 Dune 30m`, for the command that takes one.
  private func isLine(_ word: String) -> Bool {
    command?.name == program.lineCommand && word.contains(" ") && !word.hasPrefix("--")
  }

  /// Returns the option of a word such as `+beach`; nil if the command has none with that sign.
  private func signed(_ word: String) -> (option: Option, value: String)? {
    guard let name = SessionTags.name(signed: word) else { return nil }
    let option = program.options(of: command).first { $0.sign == word.first }
    return option.map { ($0, name) }
  }

  private mutating func helpPath() throws(CairnError) -> [String] {
    places = []
    while let word = words.popFirst() {
      if !word.hasPrefix("-") { try parseArgument(word) }
    }
    return path.map(\.name)
  }

  /// Parses a word that starts with a dash, other than `-` and `--`.
  private mutating func dash(_ word: String) throws(CairnError) {
    let looksNegative = word.utf8.dropFirst().first.map { (48...57).contains($0) } ?? false
    if looksNegative, command?.arguments.contains(where: \.allowsMinus) ?? false {
      return try parseArgument(word)
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = program.options(of: command).first(where: { $0.spellings.contains(name) })
    else { throw unknownOption(name, looksNegative: looksNegative) }
    try consume(option, spelled: name, inline: parts.count == 2 ? String(parts[1]) : nil)
  }

  private mutating func consume(
    _ option: Option,
    spelled name: String,
    inline: String?
  ) throws(CairnError) {
    if !option.isRepeatable, given.contains(where: { $0.option == option }) {
      throw repeated(name)
    }
    guard let placeholder = option.placeholder else {
      guard inline == nil else { throw unexpectedValue(name) }
      return given.append((option, nil))
    }
    guard let value = inline ?? nextValue() else { throw missingValue(name, placeholder) }
    given.append((option, value))
  }

  private mutating func nextValue() -> String? {
    guard let next = words.first, !Self.looksLikeOption(next) else { return nil }
    return words.popFirst()
  }

  /// Returns true for dashes before a letter; `-`, `-15m` and `- a note` are values.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    let body = word.drop { $0 == "-" }
    return body.isEmpty || body.first?.isLetter == true
  }
}
