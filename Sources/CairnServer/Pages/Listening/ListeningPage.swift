import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The Listening page: activity by day, totals and milestones.
struct ListeningPage {
  private let frame: PageFrame
  private let summary: ListeningSummary
  private let stories: StoryStatistics
  private let favorites: Int64
  private let range: ListeningRange
  private let recent: [SessionRow]
  private let hours: ListeningHours
  private let zones: SessionZones

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["range", "done"])
    frame = try await PageFrame(context)
    range = try context.listeningRange()
    let log = context.log
    summary = try await ListeningSummary(
      log,
      today: try await context.today(),
      skipped: context.zone.skippedDays
    )
    stories = try await StoryStatistics(log)
    favorites = Int64(stories.stories.count { $0.isFavorite })
    var filter = SessionFilter(limit: 10)
    filter.kind = Listening.kind
    recent = try await log.sessions(filter).filter { $0.endedAt != nil }
    hours = ListeningHours(counts: try await HourPattern(Listening.kind, nil, log).byHour)
    zones = SessionZones(context)
  }

  var html: HTML {
    frame.page(
      "Listening",
      in: .listening,
      """
      <header class="head"><h1>Listening</h1></header>
      \(fragment: ListeningTabs.html(at: "/listening"))
      \(fragment: summary.totals.sessions == 0 && stories.stories.isEmpty ? empty : content)
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
    \(fragment: ListeningCards(summary: summary, favorites: favorites).html)
    \(fragment: activity)
    \(fragment: ListeningMilestoneList(summary: summary, clock: frame.clock).html)
    \(fragment: recent.isEmpty ? nil : sessions)
    \(fragment: ListeningInsights(stories: stories, hours: hours).html)
    <p class="more"><a class="button" href="/listening/share">Share my listening</a></p>
    """
  }

  private var activity: HTML {
    let links = ListeningRange.allCases.map { one -> HTML in
      """
      <li><a href="/listening?range=\(one.rawValue)#activity" \
      aria-current="\(one == range ? "page" : "false")">\(one.label)</a></li>
      """
    }
    var card = ChartCard(chart: summary.chart(range), measure: .minutes, id: "activity")
    card.definition = [
      "All sessions count, including those that did not finish a story. Their seconds are added up "
        + "per day and rounded to whole minutes."
    ]
    return """
      <section class="stack" aria-labelledby="when"><h2 id="when">Activity</h2>
      <nav class="tabs wide" aria-label="Period"><ul>\(fragment: HTML(links))</ul></nav>
      \(fragment: card.html)</section>
      """
  }

  private var sessions: HTML {
    """
    <section aria-labelledby="recent"><h2 id="recent">Recent sessions</h2>
    <ul class="rows card">\(fragment: HTML(recent.map(row)))</ul>
    <p class="more"><a href="/history?kind=listening">All sessions</a></p></section>
    """
  }

  private func row(_ row: SessionRow) -> HTML {
    let details = [zones.timeRange(row), row.listening?.words].compactMap(\.self)
    return """
      <li class="row"><div><a class="whole" href="\(row.path)"><strong><bdi>\(row.subject)</bdi></strong></a>
      <span class="quiet">\(CalendarText.short(row.day)) · \(details.joined(separator: " · "))</span></div>
      <span class="figure">\(row.active.length)</span></li>

      """
  }
}

extension AuthenticatedContext {
  /// Returns the range in the query, by default a week; throws `request.field`.
  func listeningRange() throws(CairnError) -> ListeningRange {
    guard let word = target.query["range"] else { return .week }
    guard let range = ListeningRange(rawValue: word) else {
      throw .field("range", "takes week, month, year or all")
    }
    return range
  }
}
