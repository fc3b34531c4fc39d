import Cairn

extension Parser {
  /// Assigns the words to the declared arguments and options.
  func finished() throws(CairnError) -> Request<Context> {
    let target = path.isEmpty ? program.defaultCommand.flatMap(program.command) : path.last
    guard let target else { throw missingCommand() }
    guard let action = target.action else { throw needsSubcommand(target) }
    let options = program.options(of: target)
    var invocation = Invocation(
      path: path.isEmpty ? [target.name] : path.map(\.name),
      arguments: target.arguments,
      options: options
    )
    try fill(&invocation, arguments: target.arguments)
    try fill(&invocation, options: options)
    return .run(action, invocation)
  }

  private func fill(
    _ invocation: inout Invocation,
    arguments: [Argument]
  ) throws(CairnError) {
    var left = places[...]
    for argument in arguments {
      let count = argument.isRepeating ? left.count : min(1, left.count)
      guard count > 0 || !argument.isRequired else { throw missing(argument) }
      for word in left.prefix(count) { invocation.append(word, to: argument.name) }
      left = left.dropFirst(count)
    }
    if let extra = left.first { throw unexpected(extra) }
  }

  private func fill(_ invocation: inout Invocation, options: [Option]) throws(CairnError) {
    for (option, value) in given {
      guard options.contains(option) else {
        throw unknownOption("--\(option.name)", looksNegative: false)
      }
      if let value { invocation.append(value, to: option.name) } else { invocation.set(option) }
    }
  }
}
