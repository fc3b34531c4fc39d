public import Cairn

/// What others come to in one dimension, so coarse that nobody's shelf can be read out of it
/// (docs/adr/0021-comparing-shelves.md).
public struct ComparisonShare: Sendable, Equatable {
  /// The dimension.
  public let dimension: Dimension
  /// The mean of their shares in whole percent: 10, 15 and so on to 90.
  ///
  /// The first stands for all below and the last for all above.
  public let percent: Int64

  /// The fewest others of whom anything is told, whatever a server asks for beyond that.
  public static let fewest: Int64 = 5

  /// Rounds the mean of shares that are given in tenths, added up; nil where it is of fewer than
  /// `least` others, or than ``fewest``.
  public init?(_ dimension: Dimension, tenths: Int64, of others: Int64, least: Int64) {
    guard others >= max(least, Self.fewest) else { return nil }
    let mean = ratio(tenths, times: 1_000, by: others)
    self.dimension = dimension
    percent = min(90, max(10, (mean + 250) / 500 * 5))
  }

  /// It in a table: `35 %`, `≤ 10 %`.
  public var figure: String {
    switch percent {
    case 10: "≤ 10 %"
    case 90: "≥ 90 %"
    default: "\(percent) %"
    }
  }

  /// It for a person: `about 35 %`.
  public var text: String {
    switch percent {
    case 10: DiversityWords.atMost
    case 90: DiversityWords.atLeast
    default: DiversityWords.about(percent)
    }
  }
}

extension Diversity {
  /// The shares that go into what others are told, in tenths, of the five dimensions.
  ///
  /// Only of those known of five books and of half of all: of fewer a share says more about one book
  /// than about a shelf.
  public var sharesToCompare: [Dimension: Int64] {
    core.reduce(into: [:]) { shares, spread in
      guard spread.known >= .books(5), (spread.completeness ?? 0) >= 5_000,
        let reach = spread.reach
      else { return }
      shares[spread.dimension] = (reach + 500) / 1_000
    }
  }
}
