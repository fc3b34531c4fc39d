package import Cairn
package import CairnInsights
package import CairnReports

extension Diversity {
  /// Computes the diversity of a log's books.
  package init(
    of log: Log,
    _ scope: DiversityScope = .library,
    in days: ClosedRange<LocalDay>? = nil
  ) async throws {
    let reads = try await log.readingLanguages()
    self.init(try await log.describedBooks(), scope, in: days, reads: reads)
  }
}

extension DiversityOverview {
  /// Computes the figures of a log.
  package init(_ log: Log, _ scope: DiversityScope, in span: Span) async throws {
    self.init(
      try await log.describedBooks(),
      scope,
      in: span,
      reads: try await log.readingLanguages(),
      goals: try await log.shareGoals(),
      given: try await log.givenAnswers()
    )
  }
}

extension DiversityYear {
  /// Returns every year with books.
  package static func all(_ scope: DiversityScope, _ log: Log) async throws -> [DiversityYear] {
    let reads = try await log.readingLanguages()
    return all(try await log.describedBooks(), scope, reads: reads)
  }
}

extension Curator {
  /// Sums up the answers in a log.
  package init(_ log: Log) async throws {
    let (answers, completed) = try await log.givenAnswers()
    self.init(answers, try await log.describedBooks(), completed: completed)
  }
}

extension ShareGoalProgress {
  /// Returns the progress of every share goal in a log.
  package static func all(today: LocalDay, _ log: Log) async throws -> [ShareGoalProgress] {
    let (goals, reads) = (try await log.shareGoals(), try await log.readingLanguages())
    guard !goals.isEmpty else { return [] }
    let shelf = try await log.describedBooks()
    return goals.map { ShareGoalProgress($0, shelf, reads: reads, today: today) }
  }
}
