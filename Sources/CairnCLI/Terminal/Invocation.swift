import Cairn

/// What a person asked one command to do, word by word.
///
/// Looking up a name the command did not declare is a programmer's mistake and stops the program.
struct Invocation: Sendable {
  /// The command's name, after it its subcommand's.
  let path: [String]
  private let arguments: [Argument]
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

  /// The value of an option or an argument; nil when it was left out.
  func value(_ name: String) -> String? { values(name).last }

  /// All values of something that may be given more than once, in order.
  func values(_ name: String) -> [String] {
    precondition(isDeclared(name), "no option or argument \(name)")
    return values[name] ?? []
  }

  /// The value of a required argument.
  func required(_ name: String) -> String {
    guard let value = value(name) else { preconditionFailure("\(name) is not required") }
    return value
  }

  /// The words of the repeating argument, which comes last.
  var rest: [String] {
    guard let last = arguments.last, last.isRepeating else { return [] }
    return values(last.name)
  }

  /// Whether a flag was given, be it declared for this command or not.
  func isOn(_ name: String) -> Bool { flags.contains(name) }

  /// Whether an option was given, a flag or one with a value, be it declared for this command or not.
  func isGiven(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }

  /// Whether the command has an option of that name.
  func takes(_ option: String) -> Bool { options.contains { $0.name == option } }

  private func isDeclared(_ name: String) -> Bool {
    arguments.contains { $0.name == name }
      || options.contains { $0.name == name && $0.takesValue }
  }
}

extension Invocation {
  /// The value as a whole number in a range; nil when it was left out.
  ///
  /// Throws `usage.value` naming the option and the range.
  func integer(
    _ name: String,
    in range: ClosedRange<Int64> = .min ... .max
  ) throws(CairnError) -> Int64? {
    guard let text = value(name) else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      let isShare = text.hasSuffix("%") && takes("percent")
      let hint = isShare ? "Write --percent \(text.dropLast()) for a share of the book." : nil
      throw wrong(name, text, rule: "a whole number\(Self.limits(range))", hint: hint)
    }
    return number
  }

  /// The value as one of some words, in upper or lower case; nil when it was left out.
  ///
  /// Throws `usage.value` naming the option and the words.
  func choice(_ name: String, of words: [String]) throws(CairnError) -> String? {
    guard let text = value(name), !words.contains(text) else { return value(name) }
    if let same = words.first(where: { $0.lowercased() == text.lowercased() }) { return same }
    let near = Suggestion.nearest(to: text, among: words)
    throw wrong(
      name,
      text,
      rule: "one of \(words.joined(separator: ", "))",
      hint: near.map { "Did you mean '\($0)'?" }
    )
  }

  /// The value as one of the things that have a name; nil when it was left out.
  ///
  /// Throws `usage.value` naming the option and the names.
  func choice<Choice: Named>(
    _ name: String,
    of kind: Choice.Type
  ) throws(CairnError) -> Choice? {
    try choice(name, of: kind.all.map(\.name)).flatMap { Choice(name: $0) }
  }

  private func wrong(
    _ name: String,
    _ text: String,
    rule: String,
    hint: String?
  ) -> CairnError {
    let usage = "'cairn \(path.joined(separator: " ")) --help' shows how it is used."
    let isArgument = arguments.contains { $0.name == name }
    let label = isArgument ? name.uppercased() : "--\(name)"
    return CairnError("usage.value", "\(label) takes \(rule), not '\(text)'.", hint: hint ?? usage)
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
  mutating func set(_ option: Option) { flags.insert(option.name) }

  mutating func append(_ value: String, to name: String) {
    values[name, default: []].append(value)
  }
}
