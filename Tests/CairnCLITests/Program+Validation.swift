@testable import CairnCLI

extension Program {
  /// Returns errors in the command table as sentences; a test requires none.
  func validationErrors() -> [String] {
    twice(commands.flatMap { [$0.name] + $0.aliases } + ["help"], "in the table")
      + commands.flatMap { validationErrors(of: $0, as: $0.name) }
      + commands.flatMap { parent in
        twice(parent.subcommands.flatMap { [$0.name] + $0.aliases }, "below \(parent.name)")
          + parent.subcommands.flatMap { validationErrors(of: $0, as: "\(parent.name) \($0.name)") }
      } + optionsThatDiffer()
  }

  private func validationErrors(of command: Command<Context>, as name: String) -> [String] {
    let options = options(of: command)
    let names = command.arguments.map(\.name) + options.map(\.name)
    let words = (command.arguments.map(\.completion) + options.map(\.completion)).flatMap(\.words)
    let helps = command.arguments.map(\.help) + options.map(\.help) + [command.summary]
    return twice(names + options.compactMap { $0.short.map(String.init) }, "in \(name)")
      + misplaced(command.arguments).map { "\($0) can never be given in \(name)" }
      + words.filter { !Self.isPlain($0) }.map { "'\($0)' needs quoting in \(name)" }
      + helps.filter { !$0.hasSuffix(".") }.map { "'\($0)' is not a sentence in \(name)" }
      + (command.action == nil && command.subcommands.isEmpty ? ["\(name) does nothing"] : [])
  }

  /// Returns arguments after a repeating one, and required ones after optional ones.
  private func misplaced(_ arguments: [Argument]) -> [String] {
    zip(arguments, arguments.dropFirst())
      .filter { $0.isRepeating || (!$0.isRequired && $1.isRequired) }
      .map(\.1.name)
  }

  /// Returns options that are a flag in one command and take a value in another, which completion cannot handle.
  private func optionsThatDiffer() -> [String] {
    let all = options(of: nil) + (commands + commands.flatMap(\.subcommands)).flatMap(options(of:))
    let flags = Set(all.filter { !$0.takesValue }.flatMap(\.spellings))
    let valued = Set(all.filter(\.takesValue).flatMap(\.spellings))
    return flags.intersection(valued).sorted().map { "\($0) is a flag and takes a value" }
  }

  private func twice(_ names: [String], _ context: String) -> [String] {
    Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted()
      .map { "'\($0)' appears twice \(context)" }
  }

  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-._".unicodeScalars.contains($0))
      }
  }
}

extension CompletionSource {
  /// The fixed words, if any.
  var words: [String] {
    if case .values(let words) = self { words } else { [] }
  }
}
