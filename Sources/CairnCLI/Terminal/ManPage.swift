/// A manual page.
struct ManPage: Sendable, Equatable {
  /// The file name: `cairn-start.1`.
  let file: String
  /// The roff source.
  let text: String
}

extension Program {
  /// Returns the pages of the program and of each visible command.
  func manPages() -> [ManPage] {
    [overview] + visibleGroups.flatMap { $0.commands.map(page) }
  }

  private var overview: ManPage {
    var roff = Roff(title: name, version: "\(name) \(version)")
    roff.name(name, summary)
    roff.section("SYNOPSIS")
    roff.bold(["\(name) COMMAND [options]"])
    roff.examples(examples)
    roff.section("COMMANDS")
    for (title, commands) in visibleGroups {
      roff.part(title)
      for command in commands { roff.definition(command.name, command.summary) }
    }
    roff.options("OPTIONS", options(of: nil))
    return ManPage(
      file: "\(name).1",
      text: finish(
        roff,
        see: visibleGroups.flatMap { $0.commands.map { "\(name)-\($0.name)(1)" } }
      )
    )
  }

  private func page(_ command: Command<Context>) -> ManPage {
    let title = "\(name)-\(command.name)"
    var roff = Roff(title: title, version: "\(name) \(version)")
    roff.name(title, command.summary)
    roff.section("SYNOPSIS")
    roff.bold(Synopsis.lines(command, commandPath: "\(name) \(command.name)"))
    roff.examples(command.examples)
    if !command.discussion.isEmpty {
      roff.section("DESCRIPTION")
      roff.paragraphs(command.discussion)
    }
    roff.arguments(command.arguments)
    roff.options("OPTIONS", command.options)
    roff.subcommands(command, commandPath: "\(name) \(command.name)")
    roff.options("GLOBAL OPTIONS", commonOptions(json: command.printsJSON))
    return ManPage(file: "\(title).1", text: finish(roff, see: ["\(name)(1)"]))
  }

  private func finish(_ roff: Roff, see others: [String]) -> String {
    var roff = roff
    roff.section("EXIT STATUS")
    for code in ExitCode.allCases { roff.definition(String(code.rawValue), code.meaning) }
    roff.section("ENVIRONMENT")
    roff.definition("CAIRN_DATA_DIR", "The data directory, unless --data-dir is given.")
    roff.definition("NO_COLOR", "Turns off colours if not empty.")
    roff.section("SEE ALSO")
    roff.sentences(others.joined(separator: ", "))
    return roff.text
  }
}

extension Roff {
  /// Adds the NAME section that `man -k` and `whatis` index.
  fileprivate mutating func name(_ title: String, _ summary: String) {
    section("NAME")
    let sentence = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    sentences("\(title) - \(sentence)")
  }

  fileprivate mutating func examples(_ examples: [Example]) {
    if !examples.isEmpty { section("EXAMPLES") }
    for example in examples { definition(example.line, example.meaning) }
  }

  fileprivate mutating func arguments(_ arguments: [Argument]) {
    if !arguments.isEmpty { section("ARGUMENTS") }
    for argument in arguments { definition(argument.placeholder, argument.help) }
  }

  fileprivate mutating func options(_ title: String, _ options: [Option]) {
    let visible = options.filter { !$0.isHidden }
    if !visible.isEmpty { section(title) }
    for option in visible { definition(option.synopsis, option.help) }
  }

  fileprivate mutating func subcommands<Context>(_ parent: Command<Context>, commandPath: String) {
    let visible = parent.subcommands.filter { !$0.isHidden }
    if !visible.isEmpty { section("COMMANDS") }
    for command in visible {
      let commandPath = "\(commandPath) \(command.name)"
      part(commandPath)
      bold(Synopsis.lines(command, commandPath: commandPath))
      paragraphs(command.summary + "\n\n" + command.discussion)
      for argument in command.arguments { definition(argument.placeholder, argument.help) }
      for option in command.options where !option.isHidden {
        definition(option.synopsis, option.help)
      }
      for example in command.examples { definition(example.line, example.meaning) }
    }
  }
}
