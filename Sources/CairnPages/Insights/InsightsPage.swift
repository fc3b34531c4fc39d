package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The Insights page: one year in figures and charts, each with its table and definition.
package struct InsightsPage {
  let frame: PageFrame
  let measure: Measure
  let activity: Activity
  let review: YearInReview
  /// The totals of each kind in the year.
  let kinds: [Breakdown.Item]
  let streak: Streak
  let goals: Goals
  let restDays: Set<LocalDay>
  let paces: Paces
  let weekStart: WeekStart

  /// Creates the page.
  package init(
    frame: PageFrame,
    measure: Measure,
    activity: Activity,
    review: YearInReview,
    kinds: [Breakdown.Item],
    streak: Streak,
    goals: Goals,
    restDays: Set<LocalDay>,
    paces: Paces,
    weekStart: WeekStart
  ) {
    (self.frame, self.measure, self.activity) = (frame, measure, activity)
    (self.review, self.kinds, self.streak, self.goals) = (review, kinds, streak, goals)
    (self.restDays, self.paces, self.weekStart) = (restDays, paces, weekStart)
  }

  var year: Int32 { review.year }
  var today: LocalDay { review.statistics.span.today }
  var isThisYear: Bool { year == today.year }

  package var html: HTML {
    frame.page(
      "Insights",
      in: .insights,
      """
      <header class="head"><h1>Insights</h1>\(fragment: years)</header>
      \(fragment: InsightTabs.html(at: "/insights"))
      \(fragment: measures)
      \(fragment: hasData ? content : empty)
      """
    )
  }

  private var hasData: Bool { !activity.days.isEmpty || !activity.finishes.isEmpty }

  private var content: HTML {
    """
    \(fragment: review.isEmpty ? nothing : YearFigures(page: self).html)
    \(fragment: YearCharts(page: self).html)
    \(fragment: isThisYear ? RecentStatistics(page: self).html : nil)
    """
  }

  private var nothing: HTML { "<p class=\"quiet\">No sessions in \(year).</p>" }

  private var empty: HTML {
    EmptyState(
      "No data yet.",
      "Charts of your days, weeks and years will show up here.",
      ("Start reading", "/")
    ).html
  }

  private var years: HTML {
    """
    <nav class="steps" aria-label="Years">\(fragment: link(year - 1, "‹"))<strong>\(year)</strong>\
    \(fragment: year < today.year ? link(year + 1, "›") : "<span class=\"button gone\">›</span>")</nav>
    """
  }

  private func link(_ year: Int32, _ sign: String) -> HTML {
    """
    <a class="button" href="/insights?year=\(year)&amp;measure=\(measure.name)" \
    aria-label="\(year)">\(sign)</a>
    """
  }

  private var measures: HTML {
    let links = Measure.all.map { one in
      (one.title, "/insights?year=\(year)&measure=\(one.name)", one == measure)
    }
    return Tabs("Measure", links).html
  }
}

extension Measure {
  /// The label of the measure on a button: `Time`.
  var title: String {
    self == .minutes ? "Time" : name.capitalizedFirst
  }
}
