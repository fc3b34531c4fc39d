import Cairn
import CairnInsights
package import CairnStore

/// The completeness of metadata and the points earned, which an answer changes.
package struct MetadataCompleteness: Sendable {
  /// The completeness of the library in hundredths of a percent; nil without books.
  package let completeness: Int64?
  /// The total of points.
  package let points: Int64

  /// Computes the values of a log.
  package init(_ log: Log) async throws {
    self.init(
      try await log.describedBooks(),
      try await log.givenAnswers(),
      try await log.readingLanguages()
    )
  }

  /// Computes the values within a transaction.
  package init(_ writer: LogWriter) throws {
    self.init(
      try writer.describedBooks(),
      try writer.givenAnswers(),
      try writer.readingLanguages()
    )
  }

  private init(_ shelf: [DescribedBook], _ given: GivenAnswers, _ reads: [Language]) {
    completeness = Diversity(shelf, reads: reads).knownShare
    points = Curator(given.answers, shelf, completed: given.completed).points
  }
}
