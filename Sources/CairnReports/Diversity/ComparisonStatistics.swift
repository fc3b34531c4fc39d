package import CairnInsights

/// Anonymous statistics of the other shelves on a server.
package struct ComparisonStatistics: Sendable {
  /// The mean share per dimension; empty if the person may not see any.
  package let shares: [ComparisonShare]
  /// The reason why there are no statistics; nil if there are.
  package let missing: String?
  /// Whether the person can take part in the comparison.
  package let isOffered: Bool

  /// Creates the statistics.
  package init(_ shares: [ComparisonShare] = [], missing: String? = nil, isOffered: Bool = true) {
    (self.shares, self.missing, self.isOffered) = (shares, missing, isOffered)
  }
}
