/// Attempts added up.
public struct AttemptSums: Sendable, Equatable {
  /// All of them.
  public var attempts: Int64
  /// Those of which nobody knows what came of them.
  public var unknown: Int64
  /// Those that were sends.
  public var sends: Int64
  /// Sends that were onsights.
  public var onsights: Int64
  /// Sends that were flashes.
  public var flashes: Int64
  /// Sends that were the first of their route, so how many routes were sent; all others are repeats.
  public var firstSends: Int64

  /// Adds nothing up yet.
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

  /// Those of which it is known what came of them.
  public var known: Int64 { attempts - unknown }
  /// Sends on the first go: onsights and flashes.
  public var firstGoes: Int64 { onsights + flashes }
  /// Sends out of attempts with a known result, in hundredths of a percent, rounded down; nil
  /// without any.
  public var sendRate: Int64? { known > 0 ? ratio(sends, times: 10_000, by: known) : nil }
  /// Sends on the first go out of all sends, in hundredths of a percent, rounded down; nil without
  /// any.
  public var flashRate: Int64? { sends > 0 ? ratio(firstGoes, times: 10_000, by: sends) : nil }

  /// Adds others.
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
  /// The sums of some attempts.
  func sums(_ part: (Element) -> AttemptSums) -> AttemptSums {
    reduce(into: AttemptSums()) { $0 += part($1) }
  }
}
