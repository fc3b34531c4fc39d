import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The four tiles: stories, time, streak and favourites.
struct ListeningCards {
  let summary: ListeningSummary
  /// The number of favourite stories; nil omits the tile.
  var favorites: Int64?

  private var totals: ListeningTotals { summary.totals }

  var html: HTML {
    """
    <section aria-label="Totals"><dl class="tiles four">
    \(fragment: Tile(totals.stories, totals.stories == 1 ? "story finished" : "stories finished", begun).html)
    \(fragment: Tile(Self.time(totals.seconds), "listening time", partial).html)
    \(fragment: Tile(summary.streak.current, "day streak", longest).html)
    \(fragment: favorites.map { Tile($0, $0 == 1 ? "favourite" : "favourites").html })
    </dl>
    \(fragment: Definition(ListeningSummary.definitions).html)</section>
    """
  }

  private var begun: String {
    let more = totals.storiesStarted - totals.stories
    return more > 0 ? "\(more) in progress" : ""
  }

  private var partial: String {
    let seconds = totals.seconds - totals.completedSeconds
    return seconds > 0 ? "including \(Self.time(seconds)) unfinished" : ""
  }

  private var longest: String {
    let streak = summary.streak
    let isAtRisk = streak.current > 0 && streak.lastDay != summary.today
    return isAtRisk ? "Finish a story today to keep it" : "longest: \(streak.longest)"
  }

  /// Returns hours and minutes, from 100 hours on only hours, because a phone has no room for more.
  private static func time(_ seconds: Int64) -> String {
    seconds < 360_000 ? Milliseconds.seconds(seconds).hoursAndMinutes : "\(seconds / 3_600)h"
  }
}

/// The milestones: those ahead with their progress, those reached with their dates.
struct ListeningMilestoneList {
  let summary: ListeningSummary
  let clock: WallClock

  var html: HTML {
    FigureCard(
      title: "Milestones",
      id: "milestones",
      definition: [Self.definition],
      table: table,
      figure: """
        <p class="quiet">\(summary.reached.count) of \(ListeningMilestone.all.count) reached</p>
        <ul class="rows">\(fragment: HTML(summary.next.map(ahead)))</ul>
        """
    ).html
  }

  private var table: HTML? {
    guard !summary.reached.isEmpty else { return nil }
    return FigureTable(
      caption: "Milestones",
      columns: ["Milestone", "Reached"],
      rows: summary.reached.map { FigureTable.Row(name: $0.milestone.text, cells: [day($0)]) }
    ).html
  }

  private func day(_ reached: ReachedMilestone) -> String {
    CalendarText.day(clock.zone.day(at: reached.at))
  }

  private static let definition = """
    Stories, hours and days count as above. A milestone has the date of the session that reached it, \
    even if that session was added later, and stays when the session is deleted.
    """

  private func ahead(_ milestone: ListeningMilestone) -> HTML {
    let (done, target) = (summary.progress(milestone).value, milestone.target)
    let amount = milestone.measure == .time ? milestone.text(done) : "\(done)"
    let words = "\(amount) of \(milestone.text(target))"
    return """
      <li class="row"><div><strong>\(milestone.text)</strong>
      <span class="progress"><progress max="\(target)" value="\(min(done, target))" aria-label="\(words)"></progress>
      <span class="quiet">\(words)</span></span></div></li>

      """
  }
}

/// Statistics of stories and listening hours.
struct ListeningInsights {
  let stories: StoryStatistics
  let hours: ListeningHours

  var html: HTML? {
    guard stories.listened.sessions > 0 else { return nil }
    return HTML([figures, stories.groups.isEmpty ? nil : groups].compactMap { $0 })
  }

  private var figures: HTML {
    FigureCard(
      title: "Stories",
      id: "insights",
      definition: StoryStatistics.definitions + [stories.dropOff.completion.definition],
      figure: "\(fragment: facts)\(fragment: stories.mostPlayed.map(mostPlayed))\(fragment: places)"
    ).html
  }

  private var facts: HTML {
    DescriptionList([
      ("Average story length", stories.averageLength?.length),
      ("Sessions per story", stories.sessionsPerStory?.wholeText),
      ("Completion rate", stories.dropOff.completion.value.map(percent)),
      ("Usual start", preferred),
    ]).html
  }

  /// The preferred hour as `07:00, morning`.
  private var preferred: String? {
    guard let hour = hours.preferred, let period = hours.period else { return nil }
    return "\(ClockStyle.current.text(hour: Int(hour))), \(period.rawValue)"
  }

  /// The positions at which unfinished stories were left.
  private var places: HTML? {
    let open = stories.dropOff.tenths.enumerated().filter { $0.element > 0 }
    guard !open.isEmpty else { return nil }
    let words = open.enumerated().map { index, one in
      let stories = index == 0 ? counted(one.element, "story", "stories") + " stopped" : nil
      return "\(stories ?? "\(one.element)") at \(DropOff.tenth(one.offset))"
    }
    return "<p>Unfinished: \(words.joined(separator: ", ")).</p>"
  }

  private func mostPlayed(_ story: StoryRow) -> HTML {
    """
    <p>Most listened: <a href="\(story.path)"><bdi>\(story.title)</bdi></a>, \(counted(story.plays, "play")).</p>
    """
  }

  private var groups: HTML {
    let groups = Array(stories.groups.prefix(5))
    var card = ChartCard(chart: ListeningCharts.groups(groups), measure: .minutes, id: "groups")
    card.definition = [
      "The time of all sessions, including unfinished ones, by series, or by author without a series."
    ]
    return card.html
  }
}
