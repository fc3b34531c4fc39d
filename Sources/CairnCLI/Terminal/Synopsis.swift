/// The synopsis of a command in one line: `cairn start TITLE [WHEN...] [options]`.
enum Synopsis {
  /// Returns one line for the command and one for its subcommands, if it has them.
  static func lines<Context>(_ command: Command<Context>, commandPath: String) -> [String] {
    let words = [commandPath] + command.arguments.map(word) + ["[options]"]
    let own = command.action == nil ? [] : [words.joined(separator: " ")]
    return own + (command.subcommands.isEmpty ? [] : ["\(commandPath) COMMAND [options]"])
  }

  private static func word(_ argument: Argument) -> String {
    let name = argument.placeholder + (argument.isRepeating ? "..." : "")
    return argument.isRequired ? name : "[\(name)]"
  }
}

extension Option {
  /// The spellings and the placeholder: `-p, --page N`.
  var synopsis: String {
    let names = spellings.joined(separator: ", ")
    return placeholder.map { "\(names) \($0)" } ?? names
  }
}
