/// A shell with a completion script.
enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish
}

/// A completion candidate from the log.
struct Candidate: Sendable, Equatable {
  /// The completed word, for example a whole title.
  let value: String
  /// A description that distinguishes it from other candidates; may be empty.
  let description: String

  init(_ value: String, _ description: String = "") {
    (self.value, self.description) = (value, description)
  }

  /// Value, tab and description; nil for a value that cannot be typed.
  ///
  /// A value with a control character would break the line or control the terminal. Escaping it would
  /// offer a word that matches nothing, so it is omitted.
  var line: String? {
    guard !value.isEmpty, value == value.visible else { return nil }
    return description.isEmpty ? value : "\(value)\t\(description.visible)"
  }
}

extension Command {
  /// Returns the hidden command that completion scripts call: `cairn __complete titles -- PREFIX`.
  ///
  /// `candidates` receives the context, the name of the source and the unquoted prefix.
  static func completing(
    output: @escaping @Sendable (Context) -> Output,
    candidates: @escaping @Sendable (Context, String, String) async throws -> [Candidate]
  ) -> Command {
    Command(
      "__complete",
      summary: "Print completions for the shell.",
      printsJSON: false,
      isHidden: true,
      arguments: [
        .required("source", "The kind of completions."), .optional("prefix", "The prefix."),
      ]
    ) { invocation, context in
      let found = try await candidates(
        context,
        invocation.required("source"),
        invocation.value("prefix") ?? ""
      )
      output(context).print(lines: found.compactMap(\.line))
      return .done
    }
  }
}

extension Program {
  /// Returns the completion script for a shell.
  func completion(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// Returns the completed commands, including the built-in `help`.
  func offered(below parent: Command<Context>? = nil) -> [Command<Context>] {
    let commands = parent.map(\.subcommands) ?? commands + [help]
    return commands.filter { !$0.isHidden }
  }

  private var help: Command<Context> { Command("help", summary: "Show the help of a command.") }

  /// All completed commands with their paths.
  var offeredPaths: [(path: [String], command: Command<Context>)] {
    commands.filter { !$0.isHidden }.flatMap { parent in
      [([parent.name], parent)]
        + offered(below: parent).map { ([parent.name, $0.name], $0) }
    }
  }

  /// Returns the completed options of a command, or those before any command.
  func offeredOptions(of command: Command<Context>?) -> [Option] {
    options(of: command).filter { !$0.isHidden }
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var singleQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
