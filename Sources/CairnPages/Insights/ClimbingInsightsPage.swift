package import Cairn
package import CairnHTML
package import CairnInsights

/// The climbing insights page: numbers and charts of a period, each with its definition.
package struct ClimbingInsightsPage {
  private let frame: PageFrame
  private let period: String
  /// The length of the periods that the charts show; nil for one that suits the days.
  private let cadence: Cadence?
  private let insights: ClimbingInsights
  /// The name of the charts that are shown; nil for the first.
  private let view: String?

  /// The periods by name, with their labels.
  package static let periods = [
    ("week", "Week"), ("month", "Month"), ("year", "Year"), ("all", "All"),
  ]
  /// The names of the cadences that charts can be grouped by.
  package static let cadences = ["week", "month", "year"]

  /// Creates the page of the named period.
  package init(
    frame: PageFrame,
    period: String,
    by cadence: Cadence?,
    insights: ClimbingInsights,
    view: String?
  ) {
    (self.frame, self.period, self.cadence, self.insights) = (frame, period, cadence, insights)
    self.view = view
  }

  package var html: HTML {
    frame.page(
      "Climbing insights",
      in: .insights,
      hue: .climbing,
      """
      <header class="head"><h1>Climbing</h1></header>
      <div class="scope">\(fragment: tabs)\(fragment: ActivityChips.html(at: Climbing.kind.name))</div>
      \(fragment: days)
      \(fragment: insights.overview.isEmpty ? empty : content)
      """
    )
  }

  private var content: HTML {
    """
    \(fragment: ClimbingFigures(insights).html)
    \(fragment: Tabs("Charts", all.map { ($0.name, path($0.name), $0.name == shown?.name) }, isWide: false).html)
    <div class="charts">\(fragment: HTML(shown?.charts.map { ClimbingFigureCard(chart: $0).html } ?? []))</div>
    \(fragment: missingRatings)
    """
  }

  /// The charts by name, at most four together: of each discipline, then of all climbs, without empty ones.
  private var all: [(name: String, charts: [ClimbingChart])] {
    let volumes = insights.volumes
    let groups: [(name: String, charts: [ClimbingChart])] = [
      ("Volume", Array(volumes.prefix(3))), ("Habits", Array(volumes.dropFirst(3))),
      ("Effort", felt.filter { !$0.name.hasSuffix("readiness") }),
      ("Readiness", felt.filter { $0.name.hasSuffix("readiness") }),
    ]
    return insights.byDiscipline.map { ($0.discipline.capitalizedFirst, $0.charts) }
      + groups.filter { !$0.charts.isEmpty }
  }

  private var shown: (name: String, charts: [ClimbingChart])? {
    all.first { $0.name == view } ?? all.first
  }

  private func path(_ view: String) -> String {
    let days = insights.days
    let isNamed = Self.periods.contains { $0.0 == period }
    let range =
      isNamed ? "period=\(period)" : "from=\(days.lowerBound.text)&to=\(days.upperBound.text)"
    let by = cadence.map { "&by=\($0.noun)" } ?? ""
    return "/insights/climbing?\(range)\(by)&view=\(PercentCoding.encoded(view))"
  }

  /// The feeling charts, without those that have no values.
  private var felt: [ClimbingChart] { insights.ratingCharts.filter { $0.count > 0 } }

  private var missingRatings: HTML? {
    let names = insights.ratings.filter { $0.mean.count == 0 }
      .map { $0.scale == .exertion ? $0.scale.label : $0.scale.label.lowercased() }
    guard let last = names.last else { return nil }
    let words = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    return "<p class=\"quiet\">Not logged in this period: \(words).</p>"
  }

  private var empty: HTML {
    EmptyState(
      "No data yet.",
      "Your climbing pyramids, rates and trends will show up here.",
      ("Start a session", "/")
    ).html
  }

  private var tabs: HTML {
    let links = Self.periods.map { name, words in
      (words, "/insights/climbing?period=\(name)", name == period)
    }
    return Tabs("Period", links).html
  }

  /// The form that selects dates and how to group them.
  private var days: HTML {
    let choices = ([("", "Automatic")] + Self.cadences.map { ($0, "By \($0)") }).map {
      name,
      words in
      """
      <option value="\(name)"\(flag: "selected", name == cadence?.noun ?? "")>\(words)</option>
      """ as HTML
    }
    return """
      <details class="sheet card"><summary>\(CalendarText.days(insights.days))</summary>
      <form action="/insights/climbing" method="get">
      <div class="pair">\(fragment: date("from", "From", insights.days.lowerBound))\
      \(fragment: date("to", "To", insights.days.upperBound))</div>
      <div class="field"><label for="by">Group by</label>
      <select id="by" name="by">\(fragment: HTML(choices))</select></div>
      <p class="actions"><button>Show</button></p></form></details>
      """
  }
}

package extension ClimbingInsightsPage {
  private func date(_ name: String, _ label: String, _ day: LocalDay) -> HTML {
    """
    <div class="field"><label for="\(name)">\(label)</label>
    <input id="\(name)" type="date" name="\(name)" required value="\(day.text)"></div>
    """
  }
}
