import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The page of shelf diversity: completeness, representation and gaps.
package struct DiversityPage {
  private let frame: PageFrame
  private let view: DiversityView
  private let overview: DiversityOverview
  private let comparison: ComparisonStatistics
  private let formError: FormError?

  /// Creates the page.
  package init(
    frame: PageFrame,
    view: DiversityView,
    overview: DiversityOverview,
    comparison: ComparisonStatistics,
    formError: FormError?
  ) {
    (self.frame, self.view, self.overview) = (frame, view, overview)
    (self.comparison, self.formError) = (comparison, formError)
  }

  private var found: Diversity { overview.diversity }

  package var html: HTML {
    frame.page(
      "Diversity",
      in: .insights,
      """
      <header class="head"><h1>Diversity</h1></header>
      \(fragment: InsightTabs.html(at: "/insights/diversity"))
      \(fragment: view.controls)
      \(fragment: found.books.isEmpty ? empty : content)
      \(fragment: overview.years.isEmpty ? nil : DiversityTrend(years: overview.years, scope: view.scope).html)
      \(fragment: ShareGoalCard(frame: frame, goals: overview.goals, formError: formError).html)
      \(fragment: overview.curator.ledger.isEmpty ? nil : CuratorCard(curator: overview.curator, clock: frame.clock).html)
      <p class="quiet">Only you can see these books and numbers. They never appear on shared pages.
      <a href="/authors">All authors</a></p>
      """
    )
  }

  private var content: HTML {
    """
    \(fragment: CompletionCard(found: found, view: view).html)
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
