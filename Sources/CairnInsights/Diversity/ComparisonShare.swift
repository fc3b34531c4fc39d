public import Cairn

/// The mean share of other people in one dimension, coarse enough to protect individual shelves
/// (docs/adr/0021-comparing-shelves.md).
public struct ComparisonShare: Sendable, Equatable {
  /// The dimension.
  public let dimension: Dimension
  /// The mean share in whole percent, rounded to 10, 15 and so on up to 90.
  ///
  /// The value 10 also covers everything below, and 90 everything above.
  public let percent: Int64

  /// The lower bound of the minimum group size, which a server can only raise.
  public static let minimumGroupSize: Int64 = 5

  /// Rounds the mean of shares, given as their sum in tenths of a percent; nil if the group is smaller
  /// than `minimum` or ``minimumGroupSize``.
  public init?(_ dimension: Dimension, tenths: Int64, of others: Int64, minimum: Int64) {
    guard others >= max(minimum, Self.minimumGroupSize) else { return nil }
    let mean = ratio(tenths, times: 1_000, by: others)
    self.dimension = dimension
    percent = min(90, max(10, (mean + 250) / 500 * 5))
  }

  /// The share in a table: `35 %`, `≤ 10 %`.
  public var figure: String {
    switch percent {
    case 10: "≤ 10 %"
    case 90: "≥ 90 %"
    default: "\(percent) %"
    }
  }

  /// The share in prose: `about 35 %`.
  public var text: String {
    switch percent {
    case 10: DiversityText.atMost
    case 90: DiversityText.atLeast
    default: DiversityText.about(percent)
    }
  }
}

extension Diversity {
  /// The shares that this shelf contributes to the comparison, in tenths of a percent.
  ///
  /// Only dimensions known for at least five books and half of the shelf contribute; below that, a
  /// share describes single books rather than a shelf.
  public var sharesToCompare: [Dimension: Int64] {
    core.reduce(into: [:]) { shares, spread in
      guard spread.known >= .books(5), (spread.completeness ?? 0) >= 5_000,
        let score = spread.score
      else { return }
      shares[spread.dimension] = (score + 500) / 1_000
    }
  }
}
