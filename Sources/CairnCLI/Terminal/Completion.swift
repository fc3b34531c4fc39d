/// A shell that can complete our command lines.
enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish
}

/// A word from the log, offered while someone types.
struct Candidate: Sendable, Equatable {
  /// The word, a whole title perhaps.
  let value: String
  /// What helps to tell it from others; may be empty.
  let description: String

  init(_ value: String, _ description: String = "") {
    (self.value, self.description) = (value, description)
  }

  /// Value, tab and description; nil for a value nobody could type.
  ///
  /// A value with a control character would break the line or drive the terminal, and spelling it
  /// out would offer a word that means nothing, so it is left out.
  var line: String? {
    guard !value.isEmpty, value == value.visible else { return nil }
    return description.isEmpty ? value : "\(value)\t\(description.visible)"
  }
}

extension Command {
  /// The hidden command that completion scripts call: `cairn __complete titles -- PREFIX`.
  ///
  /// `candidates` gets the context, the name of the source and what is typed so far, unquoted.
  static func completing(
    output: @escaping @Sendable (Context) -> Output,
    candidates: @escaping @Sendable (Context, String, String) async throws -> [Candidate]
  ) -> Command {
    Command(
      "__complete",
      summary: "Lists words for the shell to complete.",
      isHidden: true,
      arguments: [
        .required("source", "What is listed."), .optional("prefix", "How the words begin."),
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
  /// A script that teaches a shell to complete this program's command lines.
  func completion(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// The commands that are offered, with the built-in one.
  func offered(below parent: Command<Context>? = nil) -> [Command<Context>] {
    let commands = parent.map(\.subcommands) ?? commands + [help]
    return commands.filter { !$0.isHidden }
  }

  private var help: Command<Context> { Command("help", summary: "Explains a command.") }

  /// All commands that are offered, each with the words that lead to it.
  var offeredPaths: [(path: [String], command: Command<Context>)] {
    commands.filter { !$0.isHidden }.flatMap { parent in
      [([parent.name], parent)]
        + offered(below: parent).map { ([parent.name, $0.name], $0) }
    }
  }

  /// The options that are offered for a command, or before one.
  func offeredOptions(of command: Command<Context>?) -> [Option] {
    options(of: command).filter { !$0.isHidden }
  }
}

extension String {
  /// The text as one word of any POSIX shell.
  var singleQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
