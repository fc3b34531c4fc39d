import Cairn

/// A named option of a command: `--json`, `--page 212`.
struct Option: Sendable, Equatable {
  /// The long name without dashes.
  let name: String
  /// The short name: `y` for `-y`.
  let short: Character?
  /// The placeholder of the value in help; nil for a flag.
  var placeholder: String?
  /// The sentence in help.
  let help: String
  /// The source of shell completions for the value.
  let completion: CompletionSource
  /// Whether it may be given several times.
  let isRepeatable: Bool
  /// Whether help and completion omit it.
  let isHidden: Bool
  /// The field of the act that it sets; nil for an option of the command line only.
  var field: String?
  /// Whether an empty value clears the field.
  var emptyClears = false
  /// What may stand before a value instead of the name: `+` in `+beach`; nil for most options.
  var sign: Character?
  /// The value of the field that a flag sets.
  var sets = FieldValue.bool(true)

  /// Whether it takes a value.
  var takesValue: Bool { placeholder != nil }

  /// The spellings: `-y`, `--yes`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// Returns an option without a value.
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

  /// Returns an option with a value, shown in help as `placeholder`.
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
