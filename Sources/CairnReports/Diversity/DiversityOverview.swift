package import Cairn
package import CairnInsights

/// The figures of the Diversity page, all from one reading of the shelf.
package struct DiversityOverview: Sendable {
  /// The diversity of the selected books.
  package let diversity: Diversity
  /// The diversity of each year.
  package let years: [DiversityYear]
  /// The progress of the share goals.
  package let goals: [ShareGoalProgress]
  /// The points earned with answers.
  package let curator: Curator

  /// Computes the figures of a shelf.
  package init(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope,
    in span: Span,
    reads: [Language],
    goals: [ShareGoal],
    given: (answers: [GivenAnswer], completed: Completion?)
  ) {
    diversity = Diversity(shelf, scope, in: span.days, reads: reads)
    years = DiversityYear.all(shelf, scope, reads: reads)
    self.goals = goals.map { ShareGoalProgress($0, shelf, reads: reads, today: span.today) }
    curator = Curator(given.answers, shelf, completed: given.completed)
  }
}
