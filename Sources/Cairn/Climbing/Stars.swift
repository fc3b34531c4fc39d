/// A quality rating from another app's logbook: a number of stars out of a maximum.
public struct Stars: Sendable, Equatable {
  /// The number of stars, 0 to ``maximum``.
  public let count: Int64
  /// The maximum number of stars, 1 to 10.
  public let maximum: Int64

  /// Creates a rating; nil outside these ranges.
  public init?(_ count: Int64, of maximum: Int64) {
    guard (1...10).contains(maximum), (0...maximum).contains(count) else { return nil }
    (self.count, self.maximum) = (count, maximum)
  }

  /// Parses `3/4`.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int64(parts[0]), let maximum = Int64(parts[1]) else {
      return nil
    }
    self.init(count, of: maximum)
  }

  /// The stored form: `3/4`.
  public var text: String { "\(count)/\(maximum)" }

  /// The text for display: `3 of 4`.
  public var label: String { "\(count) of \(maximum)" }
}
