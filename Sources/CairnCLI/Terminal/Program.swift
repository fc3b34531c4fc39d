/// A program: its table of commands.
struct Program<Context>: Sendable {
  /// The name of the executable: `cairn`.
  let name: String
  /// The version that `--version` prints.
  let version: String
  /// A one-sentence description.
  let summary: String
  /// The first example command lines.
  let examples: [Example]
  /// The command that runs without arguments.
  let defaultCommand: String?
  /// The command that takes a first word with spaces, which no command has in its name.
  var lineCommand: String?
  /// The command lines that other programs' names for them stand for, as suggestions: `end` for `stop`.
  var synonyms: [String: [String]] = [:]
  /// The commands in the order of help, below the headings of its first page.
  var groups: [(title: String, commands: [Command<Context>])]
}

extension Program {
  /// All commands, in the order of help.
  var commands: [Command<Context>] { groups.flatMap { $0.commands } }

  /// The headings of help, each with the commands that it lists; without those that have none.
  var visibleGroups: [(title: String, commands: [Command<Context>])] {
    groups.map { ($0.title, $0.commands.filter { !$0.isHidden }) }.filter { !$0.1.isEmpty }
  }

  /// Returns the command with a name or an alias.
  func command(_ word: String) -> Command<Context>? {
    commands.first { $0.matches(word) }
  }

  /// Returns the options common to all commands, with or without those of formats.
  func commonOptions(json: Bool) -> [Option] {
    (json ? Option.formats : []) + [
      .value(
        "data-dir",
        "DIR",
        "Use DIR as the data directory.",
        completion: .directories
      ),
      .value("zone", "ZONE", "Use this time zone: Europe/Berlin."),
      .flag("quiet", short: "q", "Print only the requested data."),
      .flag("verbose", "Show the technical cause of an error."),
      .flag("no-color", "Print without colours."),
      .flag("help", short: "h", "Show help and exit."),
    ]
  }

  /// Returns all options of a command, its own first; for nil those before any command.
  func options(of command: Command<Context>?) -> [Option] {
    guard let command else {
      return commonOptions(json: true) + [.flag("version", "Show the version and exit.")]
    }
    return command.options + commonOptions(json: command.printsJSON)
  }
}
