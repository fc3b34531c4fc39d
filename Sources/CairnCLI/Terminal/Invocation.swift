import Cairn

/// The parsed command line of one command.
///
/// Reading a name that the command does not declare is a programming error and traps.
struct Invocation: Sendable {
  /// The name of the command, followed by the subcommand if any.
  let path: [String]
  let arguments: [Argument]
  private let options: [Option]
  private var flags: Set<String> = []
  private var values: [String: [String]] = [:]

  init(path: [String], arguments: [Argument], options: [Option]) {
    (self.path, self.arguments, self.options) = (path, arguments, options)
  }

  /// Whether a flag was given.
  func flag(_ name: String) -> Bool {
    precondition(options.contains { $0.name == name && !$0.takesValue }, "no flag \(name)")
    return flags.contains(name)
  }

  /// Returns the last value of an option or argument; nil if omitted.
  func value(_ name: String) -> String? { values(name).last }

  /// Returns all values of a repeatable option or argument, in order.
  func values(_ name: String) -> [String] {
    precondition(isDeclared(name), "no option or argument \(name)")
    return values[name] ?? []
  }

  /// Returns the value of a required argument.
  func required(_ name: String) -> String {
    guard let value = value(name) else { preconditionFailure("\(name) is not required") }
    return value
  }

  /// The words of the repeating argument, which is the last one.
  var rest: [String] {
    guard let last = arguments.last, last.isRepeating else { return [] }
    return values(last.name)
  }

  /// Returns whether a flag was given; the command need not declare it.
  func isOn(_ name: String) -> Bool { flags.contains(name) }

  /// Returns whether a flag or option was given; the command need not declare it.
  func isGiven(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }

  /// Returns whether the command declares an option.
  func takes(_ option: String) -> Bool { options.contains { $0.name == option } }

  /// Returns the fixed words that an option takes; none if the command does not declare it.
  func words(of option: String) -> [String] {
    let completion = options.first { $0.name == option }?.completion
    guard case .values(let words)? = completion else { return [] }
    return words
  }

  /// Returns the options that set a field, in the order of help.
  func options(of field: InputField) -> [Option] { options.filter { $0.field == field.key } }

  private func isDeclared(_ name: String) -> Bool {
    arguments.contains { $0.name == name }
      || options.contains { $0.name == name && $0.takesValue }
  }
}

extension Invocation {
  /// Returns the value as an integer in a range; nil if omitted.
  ///
  /// Throws `usage.value` with the option and the range.
  func integer(
    _ name: String,
    in range: ClosedRange<Int64> = .min ... .max
  ) throws(CairnError) -> Int64? {
    guard let text = value(name) else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw invalid(name, text, rule: "a whole number\(Self.limits(range))", hint: nil)
    }
    return number
  }

  /// Returns the value as one of the words, ignoring case; nil if omitted.
  ///
  /// Throws `usage.value` with the option and the words.
  func choice(_ name: String, of words: [String]) throws(CairnError) -> String? {
    guard let text = value(name), !words.contains(text) else { return value(name) }
    if let same = words.first(where: { $0.lowercased() == text.lowercased() }) { return same }
    let near = Suggestion.nearest(to: text, among: words)
    throw invalid(
      name,
      text,
      rule: "one of \(words.joined(separator: ", "))",
      hint: near.map { "Did you mean “\($0)”?" }
    )
  }

  /// Returns the value as the case with that name; nil if omitted.
  ///
  /// Throws `usage.value` with the option and the names.
  func choice<Choice: Named>(
    _ name: String,
    of kind: Choice.Type
  ) throws(CairnError) -> Choice? {
    try choice(name, of: kind.all.map(\.name)).flatMap { Choice(name: $0) }
  }

  /// Returns `usage.value` with what the option or argument takes.
  func invalid(
    _ name: String,
    _ text: String,
    rule: String,
    hint: String?
  ) -> CairnError {
    let usage = "See `cairn \(path.joined(separator: " ")) --help`."
    let isArgument = arguments.contains { $0.name == name }
    let label = isArgument ? name.uppercased() : "--\(name)"
    return .invalidValue(label, text, rule: rule, hint: hint ?? usage)
  }

  private static func limits(_ range: ClosedRange<Int64>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): ""
    case (let low, .max): " from \(low) up"
    case (.min, let high): " up to \(high)"
    case (let low, let high): " from \(low) to \(high)"
    }
  }
}

extension Invocation {
  /// Returns the one of these options that was given, if any; throws `code` for several.
  func only(of names: [String], _ code: String = "usage.value") throws(CairnError) -> String? {
    let given = names.filter(isGiven)
    guard given.count > 1 else { return given.first }
    throw .exclusive(code, given.map { "--\($0)" })
  }

  /// Returns true for the first flag, false for the second, nil for neither; throws `usage.value` for both.
  func either(_ yes: String, _ no: String) throws(CairnError) -> Bool? {
    try only(of: [yes, no]).map { $0 == yes }
  }

  /// The error for an edit without a change.
  var nothingToEdit: CairnError {
    CairnError(
      "usage.missing",
      "Nothing to edit.",
      hint: "See `cairn help \(path.joined(separator: " "))` for the options."
    )
  }
}

extension CairnError {
  /// The error for options and arguments of which only one can be given.
  static func exclusive(_ code: String, _ names: [String]) -> CairnError {
    CairnError(
      code,
      "\(names.joined(separator: " and ")) cannot be used together.",
      hint: names.count == 2 ? "Remove one of them." : "Remove all but one."
    )
  }

  /// The error for an invalid value of an option, an argument or a variable: `usage.value`.
  static func invalidValue(_ label: String, _ text: String, rule: String, hint: String)
    -> CairnError
  {
    CairnError("usage.value", "\(label) takes \(rule), not “\(text)”.", hint: hint)
  }

  /// The error for a word that several rows match, with the ids of some: `usage.ambiguous`.
  static func ambiguous(_ word: String, _ count: Int, _ plural: String, ids: String) -> CairnError {
    CairnError(
      "usage.ambiguous",
      "“\(word)” matches \(count) \(plural).",
      hint: "Use an id: \(ids)."
    )
  }
}

extension Invocation {
  /// Returns the same flags and values, and more, as an invocation of another command.
  func passed<Context>(
    to command: Command<Context>,
    below parent: [String] = [],
    _ more: [String: [String]] = [:]
  ) -> Invocation {
    var invocation = Invocation(
      path: parent + [command.name],
      arguments: command.arguments,
      options: command.options + options
    )
    invocation.flags = flags
    invocation.values = values.merging(more) { $1 }
    return invocation
  }

  /// Returns the same command line with these values instead of others with their names.
  func giving(_ more: [String: [String]]) -> Invocation {
    var invocation = self
    invocation.values.merge(more) { $1 }
    return invocation
  }

  mutating func set(_ option: Option) { flags.insert(option.name) }

  mutating func append(_ value: String, to name: String) {
    values[name, default: []].append(value)
  }
}
