package import CairnReports

extension MetadataCompleteness {
  /// Computes the completeness of a log's metadata.
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
}
