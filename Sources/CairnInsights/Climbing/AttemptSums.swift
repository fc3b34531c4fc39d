/// Sums over attempts.
public struct AttemptSums: Sendable, Equatable {
  /// The number of attempts.
  public var attempts: Int64
  /// Attempts with an unknown result.
  public var unknown: Int64
  /// Sends.
  public var sends: Int64
  /// Onsights.
  public var onsights: Int64
  /// Flashes.
  public var flashes: Int64
  /// First sends of a route, so the number of routes sent; all other sends are repeats.
  public var firstSends: Int64

  /// Creates sums, by default empty.
  public init(
    attempts: Int64 = 0,
    unknown: Int64 = 0,
    sends: Int64 = 0,
    onsights: Int64 = 0,
    flashes: Int64 = 0,
    firstSends: Int64 = 0
  ) {
    (self.attempts, self.unknown, self.sends) = (attempts, unknown, sends)
    (self.onsights, self.flashes, self.firstSends) = (onsights, flashes, firstSends)
  }

  /// Attempts with a known result.
  public var known: Int64 { attempts - unknown }
  /// Sends on the first attempt: onsights and flashes.
  public var firstAttemptSends: Int64 { onsights + flashes }
  /// Sends per attempt with a known result, in hundredths of a percent, rounded down; nil without
  /// such attempts.
  public var sendRate: Int64? { known > 0 ? ratio(sends, times: 10_000, by: known) : nil }
  /// Sends on the first attempt per send, in hundredths of a percent, rounded down; nil without sends.
  public var flashRate: Int64? {
    sends > 0 ? ratio(firstAttemptSends, times: 10_000, by: sends) : nil
  }

  /// Adds other sums.
  public static func += (sums: inout AttemptSums, other: AttemptSums) {
    sums.attempts += other.attempts
    sums.unknown += other.unknown
    sums.sends += other.sends
    sums.onsights += other.onsights
    sums.flashes += other.flashes
    sums.firstSends += other.firstSends
  }
}

extension Sequence {
  /// Returns the total of each element's sums.
  func sums(_ part: (Element) -> AttemptSums) -> AttemptSums {
    reduce(into: AttemptSums()) { $0 += part($1) }
  }
}
