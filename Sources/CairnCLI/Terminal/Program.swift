/// Everything that can be asked for: the table of commands.
struct Program<Context>: Sendable {
  /// The word that starts it: `cairn`.
  let name: String
  /// What `--version` prints after the name.
  let version: String
  /// One sentence.
  let summary: String
  /// Command lines worth showing first.
  let examples: [Example]
  /// The command meant when no word asks for one.
  let defaultCommand: String?
  /// The commands, in the order help lists them.
  let commands: [Command<Context>]
}

extension Program {
  /// The command a word asks for.
  func command(_ word: String) -> Command<Context>? {
    commands.first { $0.answers(to: word) }
  }

  /// The options every command takes; `--json` only where something is read.
  func commonOptions(reads: Bool) -> [Option] {
    (reads ? [Self.json] : []) + [
      .value(
        "data-dir",
        "DIR",
        "Keep the log in DIR instead of the usual place.",
        completion: .directories
      ),
      .value("zone", "ZONE", "Be in another time zone than usual: Europe/Berlin."),
      .flag("quiet", short: "q", "Print nothing but the data asked for."),
      .flag("no-color", "Print without colours."),
      .flag("help", short: "h", "Explain the command and stop."),
    ]
  }

  /// All options a command takes, its own first; those before any command when it is nil.
  func options(of command: Command<Context>?) -> [Option] {
    guard let command else {
      return commonOptions(reads: true) + [.flag("version", "Print the version and stop.")]
    }
    return command.options + commonOptions(reads: command.reads)
  }

  private static var json: Option { .flag("json", "Print JSON with a stable shape.") }
}
