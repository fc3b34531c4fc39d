/// A command line worth showing, and what it does.
struct Example: Sendable, Equatable {
  /// What is typed: `cairn stop --page 212`.
  let line: String
  /// What happens then.
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// One thing that can be asked for: its words, its help and what runs.
///
/// A value in a table. Examples, arguments, options and subcommands are made only when someone
/// looks at them, so that a table of many commands costs nothing at start-up.
struct Command<Context>: Sendable {
  typealias Action = @Sendable (Invocation, Context) async throws -> ExitCode

  /// The word that asks for it.
  let name: String
  /// Other words that ask for it.
  let aliases: [String]
  /// The heading it stands under in the list of commands.
  let group: String
  /// One sentence.
  let summary: String
  /// Paragraphs with an empty line between them.
  let discussion: String
  /// Whether it only reads; it then accepts `--json`.
  let reads: Bool
  /// Whether help and completion keep silent about it.
  let isHidden: Bool
  /// What runs; nil when only the subcommands do.
  let action: Action?

  private let makeExamples: @Sendable () -> [Example]
  private let makeArguments: @Sendable () -> [Argument]
  private let makeOptions: @Sendable () -> [Option]
  private let makeSubcommands: @Sendable () -> [Command<Context>]

  init(
    _ name: String,
    aliases: [String] = [],
    group: String = "",
    summary: String,
    discussion: String = "",
    reads: Bool = false,
    isHidden: Bool = false,
    examples: @escaping @Sendable @autoclosure () -> [Example] = [],
    arguments: @escaping @Sendable @autoclosure () -> [Argument] = [],
    options: @escaping @Sendable @autoclosure () -> [Option] = [],
    subcommands: @escaping @Sendable @autoclosure () -> [Command<Context>] = [],
    action: Action? = nil
  ) {
    (self.name, self.aliases, self.group) = (name, aliases, group)
    (self.summary, self.discussion) = (summary, discussion)
    (self.reads, self.isHidden) = (reads, isHidden)
    (makeExamples, makeArguments) = (examples, arguments)
    (makeOptions, makeSubcommands) = (options, subcommands)
    self.action = action
  }
}

extension Command {
  /// Command lines worth showing, the simplest first.
  var examples: [Example] { makeExamples() }
  /// The words known by their place, in order.
  var arguments: [Argument] { makeArguments() }
  /// Its own options, without those of every command.
  var options: [Option] { makeOptions() }
  /// The commands below it; they have none themselves.
  var subcommands: [Command<Context>] { makeSubcommands() }

  /// Whether a word asks for this command.
  func answers(to word: String) -> Bool { name == word || aliases.contains(word) }
}
