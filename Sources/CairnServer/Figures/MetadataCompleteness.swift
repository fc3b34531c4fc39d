import Cairn
import CairnInsights
package import CairnStore

/// How much of the library is known, and what answers have earned: what an answer changes.
package struct MetadataCompleteness: Sendable {
  /// What is known of the library in hundredths of a percent; nil without books.
  package let completeness: Int64?
  /// All points.
  package let points: Int64

  /// Counts a log as it is.
  package init(_ log: Log) async throws {
    self.init(
      try await log.describedBooks(),
      try await log.givenAnswers(),
      try await log.readingLanguages()
    )
  }

  /// Counts a log in the middle of an action.
  package init(_ writer: LogWriter) throws {
    self.init(
      try writer.describedBooks(),
      try writer.givenAnswers(),
      try writer.readingLanguages()
    )
  }

  private init(_ shelf: [DescribedBook], _ said: GivenAnswers, _ reads: [Language]) {
    completeness = Diversity(shelf, reads: reads).knownShare
    points = Curator(said.answers, shelf, completed: said.completed).points
  }
}
