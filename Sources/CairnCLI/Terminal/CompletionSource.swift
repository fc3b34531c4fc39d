/// Where a shell finds words to complete a value with.
enum CompletionSource: Sendable, Equatable {
  /// Nothing is offered.
  case none
  /// Names of files.
  case files
  /// Names of directories.
  case directories
  /// Fixed words; each is made of letters, digits and `+-._` only.
  case values([String])
  /// Words from the log, asked for with `cairn __complete NAME PREFIX`.
  case live(String)
}
