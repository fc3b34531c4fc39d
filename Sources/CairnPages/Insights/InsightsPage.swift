package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The Insights page: a period of one activity or of all, first as a sentence, then as few charts.
package struct InsightsPage {
  private let frame: PageFrame
  private let insights: PeriodInsights
  private let modules: [KindModule]
  private let details: Details

  /// The number of finished books with a cover.
  package static let mostCovers = BooksCard.mostCovers

  /// What only some activities have.
  package struct Details {
    /// The books finished last in the period.
    let covers: [EntryRow]
    /// The books with the most time in the period.
    let mostRead: [BookTotalRow]
    /// The stories with the most time in the period.
    let mostHeard: [StoryTotalRow]
    /// The figures of climbing.
    let climbing: ClimbingInsights?

    /// Creates the details of an activity.
    package init(
      covers: [EntryRow] = [],
      mostRead: [BookTotalRow] = [],
      mostHeard: [StoryTotalRow] = [],
      climbing: ClimbingInsights? = nil
    ) {
      (self.covers, self.mostRead) = (covers, mostRead)
      (self.mostHeard, self.climbing) = (mostHeard, climbing)
    }
  }

  /// Creates the page; `modules` are all kinds that the log knows.
  package init(
    frame: PageFrame,
    insights: PeriodInsights,
    modules: [KindModule],
    details: Details
  ) {
    (self.frame, self.insights, self.details) = (frame, insights, details)
    let used = Set(insights.days.kinds.map { $0.kind })
    self.modules = modules.filter { $0.kind == Reading.kind || used.contains($0.kind) }
  }

  private var period: InsightPeriod { insights.period }

  package var html: HTML {
    frame.page(
      "Insights",
      in: .insights,
      hue: insights.kind.map(Hue.init),
      """
      <header class="head"><h1>Insights</h1>
      <a class="button" href="/insights/year?year=\(insights.year.lowerBound.year)">Your \(insights.year.lowerBound.year)</a></header>
      \(fragment: scope)
      \(fragment: insights.isEmpty ? nothing : content)
      """
    )
  }

  private var scope: HTML {
    InsightScope(period: period, kind: insights.kind, modules: modules).html
  }

  private var content: HTML {
    """
    \(fragment: InsightHero(insights: insights, modules: modules).html)
    <div class="statistics">
    \(fragment: TimeBars(insights: insights, modules: modules).html)
    \(fragment: YearMap(insights: insights, modules: modules, weekStart: period.weekStart).html)
    \(fragment: detail)
    \(fragment: insights.kind == nil ? GoalsCard(insights: insights, frame: frame).html : nil)</div>
    """
  }

  private var detail: HTML? {
    switch insights.kind {
    case nil, Reading.kind:
      BooksCard(insights: insights, covers: details.covers, mostRead: details.mostRead).html
    case Listening.kind: StoriesCard(stories: details.mostHeard).html
    default: details.climbing.map { PyramidCard(insights: $0).html }
    }
  }

  /// One line, with a way to the last period with data.
  private var nothing: HTML {
    guard let nearest = insights.nearest else {
      return EmptyState(
        "No data yet.",
        "Your days, weeks and years will show up here.",
        ("Start reading", "/")
      ).html
    }
    let other = nearest.days.lowerBound < period.days.lowerBound ? "The last" : "The first"
    return """
      <p class="card nothing">No sessions \(period.adverb). \(other) are \
      <a href="\(nearest.path(insights.kind))">\(nearest.adverb)</a>.</p>
      """
  }
}
