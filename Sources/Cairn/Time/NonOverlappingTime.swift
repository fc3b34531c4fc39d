/// How much of a life sessions took: an audiobook on the wall is not two hours of it.
public struct NonOverlappingTime: Sendable, Equatable {
  /// The moments in which any session ran, each counted once.
  public let time: Milliseconds
  /// The running time of all sessions, added up.
  public let sum: Milliseconds

  /// What ran at the same time as something else and is not counted again.
  public var overlap: Milliseconds { sum - time }

  /// Running time, so much of which is `overlap`.
  public init(sum: Milliseconds, overlap: Milliseconds) {
    (time, self.sum) = (sum - overlap, sum)
  }

  /// Counts stretches in any order; empty ones count for nothing.
  public init(_ stretches: [Range<Instant>]) {
    var (time, sum) = (Milliseconds.zero, Milliseconds.zero)
    var counted: Instant?
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      sum += stretch.upperBound - stretch.lowerBound
      let start = max(counted ?? stretch.lowerBound, stretch.lowerBound)
      time += max(.zero, stretch.upperBound - start)
      counted = max(counted ?? stretch.upperBound, stretch.upperBound)
    }
    (self.time, self.sum) = (time, sum)
  }
}
