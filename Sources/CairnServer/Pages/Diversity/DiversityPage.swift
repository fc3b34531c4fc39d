import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The page of shelf diversity: completeness, representation and gaps.
struct DiversityPage {
  let frame: PageFrame
  let view: DiversityView
  let found: Diversity
  let years: [DiversityYear]
  let goals: [ShareGoalProgress]
  let curator: Curator
  let comparison: ComparisonStatistics
  let formError: FormError?

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    try context.allowQuery(DiversityView.names.union(["done"]))
    self.formError = formError
    frame = try await PageFrame(context)
    view = try await DiversityView(context)
    let (shelf, reads) = (
      try await context.log.describedBooks(), try await context.log.readingLanguages()
    )
    found = Diversity(shelf, view.scope, in: view.span.days, reads: reads)
    years = DiversityYear.all(shelf, view.scope, reads: reads)
    let today = view.span.today
    goals = try await context.log.shareGoals().map {
      ShareGoalProgress($0, shelf, reads: reads, today: today)
    }
    let given = try await context.log.givenAnswers()
    curator = Curator(given.answers, shelf, completed: given.completed)
    comparison = try await ComparisonStatistics(context, found)
  }

  var html: HTML {
    frame.page(
      "Diversity",
      in: .insights,
      """
      <header class="head"><h1>Diversity</h1></header>
      \(fragment: InsightTabs.html(at: "/insights/diversity"))
      \(fragment: view.controls)
      \(fragment: found.books.isEmpty ? empty : content)
      \(fragment: years.isEmpty ? nil : DiversityTrend(years: years, scope: view.scope).html)
      \(fragment: ShareGoalCard(frame: frame, goals: goals, formError: formError).html)
      \(fragment: curator.ledger.isEmpty ? nil : CuratorCard(curator: curator, clock: frame.clock).html)
      <p class="quiet">Only you can see these books and numbers. They never appear on shared pages.
      <a href="/authors">All authors</a></p>
      """
    )
  }

  private var content: HTML {
    """
    \(fragment: CompletionCard(found: found, words: view.words).html)
    \(fragment: radar(found.completenessChart, "completeness"))
    \(fragment: radar(found.representationChart.beside(comparison.shares), "representation"))
    \(fragment: comparison.note)
    \(fragment: found.gaps.isEmpty ? nil : gaps)
    \(fragment: DiversityCategories(found: found, view: view).html)
    """
  }

  private func radar(_ chart: DiversityRadar, _ id: String) -> HTML {
    RadarCard(chart: chart, found: found, id: id, view: view).html
  }

  private var gaps: HTML {
    """
    <section class="card" aria-labelledby="gaps"><h2 id="gaps">Missing details</h2>
    <ul class="gaps">\(fragment: HTML(found.gaps.map { "<li>\($0)</li>\n" }))</ul></section>
    """
  }

  private var empty: HTML {
    EmptyState(
      DiversityText.noBooksThere,
      "See where your authors are from, what you read in translation and who can read it, "
        + "and what is still unknown.",
      ("Add a book", "/shelf")
    ).html
  }
}
