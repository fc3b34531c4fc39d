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

  /// The periods by name, with their labels.
  package static let periods = [
    ("week", "Week"), ("month", "Month"), ("year", "Year"), ("all", "All"),
  ]
  /// The names of the cadences that charts can be grouped by.
  package static let cadences = ["week", "month", "year"]

  /// Creates the page of the named period.
  package init(frame: PageFrame, period: String, by cadence: Cadence?, insights: ClimbingInsights) {
    (self.frame, self.period, self.cadence, self.insights) = (frame, period, cadence, insights)
  }

  package var html: HTML {
    frame.page(
      "Climbing insights",
      in: .insights,
      hue: .climbing,
      """
      <header class="head"><h1>Insights</h1></header>
      \(fragment: InsightTabs.html(at: "/insights/climbing"))
      \(fragment: tabs)
      \(fragment: days)
      \(fragment: insights.overview.isEmpty ? empty : content)
      """
    )
  }

  private var content: HTML {
    """
    \(fragment: ClimbingFigures(insights).html)
    \(fragment: HTML(disciplines))
    \(fragment: fold("Volume", insights.volumes))
    \(fragment: felt.isEmpty ? nil : fold("How it felt", felt))
    \(fragment: missingRatings)
    """
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

  /// The charts of each discipline, the first expanded.
  private var disciplines: [HTML] {
    insights.byDiscipline.enumerated().map { index, one in
      fold(
        one.discipline.capitalizedFirst,
        one.charts,
        index == 0
      )
    }
  }

  /// Returns charts in a collapsible section, so that a phone shows the headings first.
  private func fold(_ title: String, _ charts: [ClimbingChart], _ isOpen: Bool = false) -> HTML {
    """
    <details class="fold"\(flag: "open", isOpen)><summary><h2>\(title)</h2> \
    <span class="quiet">\(counted(charts.count, "chart"))</span></summary>
    <div class="stack">\(fragment: HTML(charts.map { ClimbingFigureCard(chart: $0).html }))</div></details>

    """
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

/// The navigation between the insights pages.
enum InsightTabs {
  private static let pages = [
    ("/insights", "Everything"), ("/insights/climbing", "Climbing"),
    ("/listening", "Listening"), ("/insights/diversity", "Diversity"),
  ]

  static func html(at path: String) -> HTML {
    Tabs("Insights of", pages, at: path, isWide: false).html
  }
}
