package import CairnReports

extension MetadataCompleteness {
  /// Computes the values within a transaction.
  package init(_ writer: LogWriter) throws {
    self.init(
      try writer.describedBooks(),
      try writer.givenAnswers(),
      try writer.readingLanguages()
    )
  }
}
