/// How good a climber found a climb, as the logbook of another app says it: so many stars of so many.
public struct Stars: Sendable, Equatable {
  /// How many it got, 0 to ``most``.
  public let count: Int64
  /// How many there are to give, 1 to 10.
  public let most: Int64

  /// Nil outside of these ranges.
  public init?(_ count: Int64, of most: Int64) {
    guard (1...10).contains(most), (0...most).contains(count) else { return nil }
    (self.count, self.most) = (count, most)
  }

  /// Reads `3/4`.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int64(parts[0]), let most = Int64(parts[1]) else {
      return nil
    }
    self.init(count, of: most)
  }

  /// As it is stored: `3/4`.
  public var text: String { "\(count)/\(most)" }

  /// What a person reads: `3 of 4`.
  public var words: String { "\(count) of \(most)" }
}
