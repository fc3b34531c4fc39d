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
      <div class="scope">\(fragment: ActivityChips.html(at: "diversity"))</div>
      \(fragment: view.controls)
      \(fragment: found.books.isEmpty ? empty : content)
      \(fragment: ShareGoalCard(frame: frame, goals: overview.goals, formError: formError).html)
      \(fragment: overview.years.isEmpty ? nil : fold("By year", trend))
      \(fragment: overview.curator.ledger.isEmpty ? nil : fold("Contributions", contributions))
      <p class="quiet">Only you can see these books and numbers. They never appear on shared pages.
      <a href="/authors">All authors</a></p>
      """
    )
  }

  /// The bars first; the radars are a picture of the same shares.
  private var content: HTML {
    """
    \(fragment: CompletionCard(found: found, view: view).html)
    <div class="charts">\(fragment: DiversityCategories(found: found, view: view).html)</div>
    \(fragment: fold("Radar charts", radars))
    \(fragment: comparison.note)
    \(fragment: found.gaps.isEmpty ? nil : fold("Missing details", gaps))
    """
  }

  private var radars: HTML {
    """
    <div class="stack">\(fragment: radar(found.completenessChart, "completeness"))
    \(fragment: radar(found.representationChart.beside(comparison.shares), "representation"))</div>
    """
  }

  private var trend: HTML { DiversityTrend(years: overview.years, scope: view.scope).html }
  private var contributions: HTML {
    CuratorCard(curator: overview.curator, clock: frame.clock).html
  }

  private func fold(_ title: String, _ content: HTML) -> HTML {
    """
    <details class="fold"><summary><h2>\(title)</h2></summary>
    \(fragment: content)</details>
    """
  }

  private func radar(_ chart: DiversityRadar, _ id: String) -> HTML {
    RadarCard(chart: chart, found: found, id: id, view: view).html
  }

  private var gaps: HTML {
    """
    <ul class="gaps">\(fragment: HTML(found.gaps.map { "<li>\($0)</li>\n" }))</ul>
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
