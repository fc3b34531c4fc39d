import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The climbing insights page: numbers and charts of a period, each with its definition.
struct ClimbingInsightsPage {
  let frame: PageFrame
  let span: Span
  let by: String?
  let insights: ClimbingInsights

  private static let periods = [
    ("week", "Week"), ("month", "Month"), ("year", "Year"), ("all", "All"),
  ]
  private static let cadences = ["week", "month", "year"]

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["period", "from", "to", "by", "done"])
    frame = try await PageFrame(context)
    span = try await context.climbingSpan(Self.periods.map(\.0))
    by = context.target.query["by"].flatMap { $0.isEmpty ? nil : $0 }
    if let by, !Self.cadences.contains(by) {
      throw CairnError.field("by", "takes \(Self.cadences.joined(separator: ", "))")
    }
    let cadence = by.flatMap { by in Cadence.all.first { $0.noun == by } }
    insights = try await ClimbingInsights(span, by: cadence, context.log)
  }

  var html: HTML {
    frame.page(
      "Climbing insights",
      in: .insights,
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
    let names = insights.ratings.filter { $0.mean.count == 0 }.map { $0.scale.label.lowercased() }
    guard let last = names.last else { return nil }
    let words = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    return "<p class=\"quiet\">Not logged in this period: \(words).</p>"
  }

  /// The charts of each discipline, the first expanded.
  private var disciplines: [HTML] {
    insights.byDiscipline.enumerated().map { index, one in
      fold(
        one.discipline.prefix(1).uppercased() + one.discipline.dropFirst(),
        one.charts,
        index == 0
      )
    }
  }

  /// Returns charts in a collapsible section, so that a phone shows the headings first.
  private func fold(_ title: String, _ charts: [ClimbingChart], _ isOpen: Bool = false) -> HTML {
    """
    <details class="fold"\(flag: "open", isOpen)><summary><h2>\(title)</h2> \
    <span class="quiet">\(charts.count) \(charts.count == 1 ? "chart" : "charts")</span></summary>
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
    let links = Self.periods.map { name, words -> HTML in
      """
      <li><a href="/insights/climbing?period=\(name)" \
      aria-current="\(name == span.name ? "page" : "false")">\(words)</a></li>
      """
    }
    return
      "<nav class=\"tabs wide\" aria-label=\"Period\"><ul>\(fragment: HTML(links))</ul></nav>"
  }

  /// The form that selects dates and how to group them.
  private var days: HTML {
    let choices = ([("", "Automatic")] + Self.cadences.map { ($0, "By \($0)") }).map {
      name,
      words in
      """
      <option value="\(name)"\(flag: "selected", name == by ?? "")>\(words)</option>
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

extension ClimbingInsightsPage {
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
    ("/insights/diversity", "Diversity"),
  ]

  static func html(at path: String) -> HTML {
    let links = pages.map { one, words -> HTML in
      "<li><a href=\"\(one)\" aria-current=\"\(one == path ? "page" : "false")\">\(words)</a></li>"
    }
    return "<nav class=\"tabs\" aria-label=\"Insights of\"><ul>\(fragment: HTML(links))</ul></nav>"
  }
}

extension AuthenticatedContext {
  /// Returns the period in the query, by default this year; throws `request.field`.
  fileprivate func climbingSpan(_ periods: [String]) async throws -> Span {
    let today = try await today()
    if let from = try day("from"), let to = try day("to") {
      guard from <= to else { throw CairnError.field("to", "is before “from”") }
      return Span(name: "\(from.text)/\(to.text)", days: from...to, today: today)
    }
    let word = target.query["period"] ?? "year"
    guard periods.contains(word) else {
      throw CairnError.field("period", "takes \(periods.joined(separator: ", "))")
    }
    let cadence = Cadence.all.first { $0.noun == word }
    let start = try await log.weekStart()
    return Span(name: word, days: cadence?.period(of: today, start), today: today)
  }
}
