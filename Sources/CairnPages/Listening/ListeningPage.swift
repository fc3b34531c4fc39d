import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The Listening page: activity by day, totals and milestones.
package struct ListeningPage {
  private let frame: PageFrame
  private let overview: ListeningOverview
  private let recent: [SessionRow]
  private let zones: SessionZones

  /// Creates the page.
  package init(
    frame: PageFrame,
    overview: ListeningOverview,
    recent: [SessionRow],
    zones: SessionZones
  ) {
    (self.frame, self.overview) = (frame, overview)
    (self.recent, self.zones) = (recent, zones)
  }

  private var summary: ListeningSummary { overview.summary }

  package var html: HTML {
    frame.page(
      "Listening",
      in: .insights,
      isLive: true,
      hue: .listening,
      """
      <header class="head"><h1>Listening</h1></header>
      <div class="scope">\(fragment: ActivityChips.html(at: Listening.kind.name))</div>
      \(fragment: overview.isEmpty ? empty : content)
      """
    )
  }

  private var empty: HTML {
    EmptyState(
      "No listening yet.",
      "Your stories, hours and milestones will show up here.",
      ("Start listening", "/#listen")
    ).html
  }

  private var content: HTML {
    """
    \(fragment: ListeningCards(summary: summary, favorites: overview.favorites).html)
    <div class="columns"><div class="stack">
    \(fragment: activity)
    \(fragment: recent.isEmpty ? nil : sessions)</div>
    <div class="stack">
    \(fragment: ListeningMilestoneList(summary: summary, clock: frame.clock).html)
    \(fragment: ListeningInsights(stories: overview.stories, hours: overview.hours).html)
    <p class="more"><a class="button" href="/listening/share">Share my listening</a></p></div></div>
    """
  }

  private var activity: HTML {
    let links = ListeningRange.allCases.map { one in
      (one.label, "/listening?range=\(one.rawValue)#activity", one == overview.range)
    }
    var card = ChartCard(chart: summary.chart(overview.range), measure: .minutes, id: "activity")
    card.definition = [
      "All sessions count, including those that did not finish a story. Their seconds are added up "
        + "per day and rounded to whole minutes."
    ]
    return "\(fragment: Tabs("Period", links).html)\(fragment: card.html)"
  }

  private static let recentRows = 2

  private var sessions: HTML {
    """
    <section class="card" aria-labelledby="recent"><h2 id="recent">Recent sessions</h2>
    <ul class="rows">\(fragment: HTML(recent.prefix(Self.recentRows).map(row)))</ul>
    <p><a href="/history?kind=listening">All sessions</a></p></section>
    """
  }

  private func row(_ row: SessionRow) -> HTML {
    let details = [zones.timeRange(row), row.listening?.text].compactMap { $0 }
    return """
      <li class="row"><div><a class="whole" href="\(row.path)"><strong><bdi>\(row.subject)</bdi></strong></a>
      <span class="quiet">\(CalendarText.short(row.day)) · \(details.joined(separator: " · "))</span></div>
      <span class="figure">\(row.active.length)</span></li>

      """
  }
}
