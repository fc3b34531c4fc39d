/// A positional argument of a command.
struct Argument: Sendable, Equatable {
  /// The name under which the command reads it, such as `title`.
  let name: String
  /// The sentence in help.
  let help: String
  /// The source of shell completions.
  let completion: CompletionSource
  /// Whether the command refuses to run without it.
  let isRequired: Bool
  /// Whether it takes all remaining words; only the last argument may.
  let isRepeating: Bool
  /// Whether a word such as `-15m` or `-3` is a value here, not an option.
  let allowsMinus: Bool

  /// The name in help: `TITLE`.
  var placeholder: String { name.uppercased() }

  /// Returns an argument that must be given.
  static func required(
    _ name: String,
    _ help: String,
    completion: CompletionSource = .none,
    allowsMinus: Bool = false
  ) -> Argument {
    Argument(
      name: name,
      help: help,
      completion: completion,
      isRequired: true,
      isRepeating: false,
      allowsMinus: allowsMinus
    )
  }

  /// Returns an argument that may be omitted.
  static func optional(
    _ name: String,
    _ help: String,
    completion: CompletionSource = .none,
    allowsMinus: Bool = false
  ) -> Argument {
    Argument(
      name: name,
      help: help,
      completion: completion,
      isRequired: false,
      isRepeating: false,
      allowsMinus: allowsMinus
    )
  }

  /// Returns an argument for all remaining words; `atLeastOne` requires one.
  static func repeating(
    _ name: String,
    _ help: String,
    atLeastOne one: Bool = false,
    completion: CompletionSource = .none,
    allowsMinus: Bool = false
  ) -> Argument {
    Argument(
      name: name,
      help: help,
      completion: completion,
      isRequired: one,
      isRepeating: true,
      allowsMinus: allowsMinus
    )
  }
}
