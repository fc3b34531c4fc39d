package import Cairn
import CairnInsights

/// The completeness of metadata and the points earned, which an answer changes.
package struct MetadataCompleteness: Sendable {
  /// The completeness of the library in hundredths of a percent; nil without books.
  package let completeness: Int64?
  /// The total of points.
  package let points: Int64

  /// Computes the completeness of a library's metadata from all its answers.
  package init(
    _ shelf: [DescribedBook],
    _ given: (answers: [GivenAnswer], completed: Completion?),
    _ reads: [Language]
  ) {
    completeness = Diversity(shelf, reads: reads).knownShare
    points = Curator(given.answers, shelf, completed: given.completed).points
  }
}
