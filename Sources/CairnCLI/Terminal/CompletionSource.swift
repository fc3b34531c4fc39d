/// A source of shell completions for a value.
enum CompletionSource: Sendable, Equatable {
  /// No completions.
  case none
  /// File names.
  case files
  /// Directory names.
  case directories
  /// Fixed words, each made of letters, digits and `+-._` only.
  case values([String])
  /// Words from the log, requested with `cairn __complete NAME PREFIX`.
  case live(String)
}
