/// The time of sessions without overlaps: listening to an audiobook while climbing counts once.
public struct NonOverlappingTime: Sendable, Equatable {
  /// The time during which at least one session ran.
  public let time: Milliseconds
  /// The sum of the running times of all sessions.
  public let sum: Milliseconds

  /// The time that is not counted again because another session ran at the same time.
  public var overlap: Milliseconds { sum - time }

  /// Creates a value from the total running time and its overlap.
  public init(sum: Milliseconds, overlap: Milliseconds) {
    (time, self.sum) = (sum - overlap, sum)
  }

  /// Counts time ranges in any order; empty ranges add nothing.
  public init(_ periods: [Range<Instant>]) {
    var (time, sum) = (Milliseconds.zero, Milliseconds.zero)
    var counted: Instant?
    for period in periods.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      sum += period.upperBound - period.lowerBound
      let start = max(counted ?? period.lowerBound, period.lowerBound)
      time += max(.zero, period.upperBound - start)
      counted = max(counted ?? period.upperBound, period.upperBound)
    }
    (self.time, self.sum) = (time, sum)
  }
}
