/// An example command line with its effect.
struct Example: Sendable, Equatable {
  /// The command line: `cairn stop --page 212`.
  let line: String
  /// The effect.
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A command: its name, its help and its action.
///
/// Examples, arguments, options and subcommands are closures evaluated on demand, so that a large
/// command table costs nothing at start-up.
struct Command<Context>: Sendable {
  typealias Action = @Sendable (Invocation, Context) async throws -> ExitCode

  let name: String
  /// Alternative names.
  let aliases: [String]
  /// A one-sentence description.
  let summary: String
  /// Paragraphs separated by empty lines.
  let discussion: String
  /// Whether it accepts `--json`; a command with only subcommands does not.
  let printsJSON: Bool
  /// Whether help and completion omit it.
  let isHidden: Bool
  /// The action; nil if there are only subcommands.
  let action: Action?

  private let makeExamples: @Sendable () -> [Example]
  private let makeArguments: @Sendable () -> [Argument]
  private var makeOptions: @Sendable () -> [Option]
  private var makeSubcommands: @Sendable () -> [Command<Context>]

  init(
    _ name: String,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    printsJSON: Bool = true,
    isHidden: Bool = false,
    examples: @escaping @Sendable @autoclosure () -> [Example] = [],
    arguments: @escaping @Sendable @autoclosure () -> [Argument] = [],
    options: @escaping @Sendable @autoclosure () -> [Option] = [],
    subcommands: @escaping @Sendable @autoclosure () -> [Command<Context>] = [],
    action: Action? = nil
  ) {
    (self.name, self.aliases) = (name, aliases)
    (self.summary, self.discussion) = (summary, discussion)
    (self.printsJSON, self.isHidden) = (printsJSON && action != nil, isHidden)
    (makeExamples, makeArguments) = (examples, arguments)
    (makeOptions, makeSubcommands) = (options, subcommands)
    self.action = action
  }
}

extension Command {
  /// Example command lines, the simplest first.
  var examples: [Example] { makeExamples() }
  /// The positional arguments, in order.
  var arguments: [Argument] { makeArguments() }
  /// The options of this command, without the common ones.
  var options: [Option] { makeOptions() }
  /// The subcommands, one level deep.
  var subcommands: [Command<Context>] { makeSubcommands() }

  /// Returns the command with other options and subcommands, made of its own.
  func extended(
    options: @escaping @Sendable ([Option]) -> [Option],
    subcommands: @escaping @Sendable ([Command]) -> [Command]
  ) -> Command {
    var command = self
    command.makeOptions = { options(self.options) }
    command.makeSubcommands = { subcommands(self.subcommands) }
    return command
  }

  /// Returns whether a word is the name or an alias.
  func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }
}
