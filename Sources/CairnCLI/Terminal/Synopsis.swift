/// The shape of a command line in one line: `cairn start TITLE [WHEN...] [options]`.
enum Synopsis {
  /// One line for the command itself and one for its subcommands, where it has any.
  static func lines<Context>(_ command: Command<Context>, spoken: String) -> [String] {
    let words = [spoken] + command.arguments.map(word) + ["[options]"]
    let own = command.action == nil ? [] : [words.joined(separator: " ")]
    return own + (command.subcommands.isEmpty ? [] : ["\(spoken) COMMAND [options]"])
  }

  private static func word(_ argument: Argument) -> String {
    let name = argument.placeholder + (argument.isRepeating ? "..." : "")
    return argument.isRequired ? name : "[\(name)]"
  }
}

extension Option {
  /// The spellings and the value: `-p, --page N`.
  var synopsis: String {
    let names = spellings.joined(separator: ", ")
    return placeholder.map { "\(names) \($0)" } ?? names
  }
}
