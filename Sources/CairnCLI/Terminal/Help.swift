/// Help texts for the program and its commands, examples first.
struct Help<Context> {
  let program: Program<Context>
  /// The width for wrapping, in cells.
  let width: Int
  /// The colours of headings.
  let style: Style

  /// Returns the help of the command at a path, or of the program for an empty path.
  ///
  /// The words of the path are names or aliases in the table.
  func text(_ path: [String]) -> String {
    guard let first = path.first, let command = program.command(first) else { return overview }
    let below = path.dropFirst().first.flatMap { word in
      command.subcommands.first { $0.matches(word) }
    }
    return page(below ?? command, commandPath: commandPath(command, below))
  }

  private func commandPath(_ command: Command<Context>, _ below: Command<Context>?) -> String {
    ([program.name, command.name] + (below.map { [$0.name] } ?? [])).joined(separator: " ")
  }

  private var overview: String {
    joined(
      [TextLayout.wrap(program.summary, width: width), examples(program.examples)]
        + program.visibleGroups.map { commands($0.title, $0.commands) }
        + [options("Options", program.options(of: nil)), closing]
    )
  }

  private func page(_ command: Command<Context>, commandPath: String) -> String {
    let below = command.subcommands.filter { !$0.isHidden }
    return joined([
      TextLayout.wrap(command.summary, width: width),
      examples(command.examples),
      section("Usage", Synopsis.lines(command, commandPath: commandPath).map { "  \($0)" }),
      TextLayout.wrap(command.discussion, width: width),
      commands("Commands", below),
      definitions("Arguments", command.arguments.map { ($0.placeholder, $0.help) }),
      options("Options", command.options),
      options("Global options", program.commonOptions(json: command.printsJSON)),
    ])
  }
}

extension Help {
  private var closing: [String] {
    TextLayout.wrap("Run `\(program.name) help COMMAND` for more about a command.", width: width)
  }

  private func examples(_ examples: [Example]) -> [String] {
    let pairs = examples.map { ($0.line, $0.meaning) }
    return section("Examples", TextLayout.definitions(pairs, width: width, widest: 44))
  }

  private func commands(_ title: String, _ commands: [Command<Context>]) -> [String] {
    definitions(title, commands.map { ($0.name, $0.summary) })
  }

  private func options(_ title: String, _ options: [Option]) -> [String] {
    definitions(title, options.filter { !$0.isHidden }.map { ($0.term, $0.help) })
  }

  private func definitions(_ title: String, _ pairs: [(String, String)]) -> [String] {
    section(title, TextLayout.definitions(pairs, width: width))
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [style.paint(title, .title)] + lines
  }

  private func joined(_ sections: [[String]]) -> String {
    sections.filter { $0 != [] && $0 != [""] }
      .map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }
}

extension Option {
  /// The synopsis, indented if there is no short name.
  fileprivate var term: String { (short == nil ? "    " : "") + synopsis }
}
