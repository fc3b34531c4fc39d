/// A part of a command line that is known by its name: `--json`, `--page 212`.
struct Option: Sendable, Equatable {
  /// The long name without dashes.
  let name: String
  /// The short name: `y` for `-y`.
  let short: Character?
  /// What stands for the value in help; nil for a flag, which takes none.
  let placeholder: String?
  /// The sentence in help.
  let help: String
  /// What a shell offers as the value.
  let completion: CompletionSource
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// Whether help and completion keep silent about it.
  let isHidden: Bool

  /// Whether a value follows.
  var takesValue: Bool { placeholder != nil }

  /// The names as typed: `-y`, `--yes`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// An option that is either given or not.
  static func flag(
    _ name: String,
    short: Character? = nil,
    _ help: String,
    isHidden: Bool = false
  ) -> Option {
    Option(
      name: name,
      short: short,
      placeholder: nil,
      help: help,
      completion: .none,
      isRepeatable: true,
      isHidden: isHidden
    )
  }

  /// An option with a value, shown in help as `placeholder`.
  static func value(
    _ name: String,
    short: Character? = nil,
    _ placeholder: String,
    _ help: String,
    completion: CompletionSource = .none,
    isRepeatable: Bool = false,
    isHidden: Bool = false
  ) -> Option {
    Option(
      name: name,
      short: short,
      placeholder: placeholder,
      help: help,
      completion: completion,
      isRepeatable: isRepeatable,
      isHidden: isHidden
    )
  }
}
