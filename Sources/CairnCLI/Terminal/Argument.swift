/// A word of a command line that is known by its place.
struct Argument: Sendable, Equatable {
  /// The name the command looks it up by, such as `title`.
  let name: String
  /// The sentence in help.
  let help: String
  /// What a shell offers in its place.
  let completion: CompletionSource
  /// Whether the command refuses to run without it.
  let isRequired: Bool
  /// Whether it takes all words that are left; only the last argument may.
  let isRepeating: Bool
  /// Whether a word such as `-15m` or `-3` may stand here instead of an option.
  let allowsMinus: Bool

  /// The name in help: `TITLE`.
  var placeholder: String { name.uppercased() }

  /// A word that must be given.
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

  /// A word that may be left out.
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

  /// All words that are left, at least `one` or none at all.
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
