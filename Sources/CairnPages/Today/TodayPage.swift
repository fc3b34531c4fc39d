import Cairn
package import CairnHTML
import CairnInsights
import CairnReports

/// The Today page: open sessions, figures of the day, and cards that start a session.
package struct TodayPage {
  private let today: Today

  package init(_ today: Today) {
    self.today = today
  }

  package var html: HTML {
    let title = today.open.first.map { $0.subject } ?? "Today"
    return today.frame.page(
      title,
      in: .today,
      showing: today.open,
      """
      <h1 class="hidden">Today</h1>
      \(fragment: StopAndStartCard(today)?.html ?? today.orphanedFormError.map { OrphanedFormError(formError: $0).html })
      \(fragment: today.deletions.html)
      \(fragment: today.question?.html)
      \(fragment: today.welcome.map { WelcomeCard(today: today, welcome: $0).html })
      <div class="columns"><div class="stack">
      \(fragment: HTML(today.open.map(timer)))
      \(fragment: today.isNew ? nil : DayCard(today: today).html)
      \(fragment: starts)
      \(fragment: HTML(today.startableActivities.map { ActivityStart(today: today, module: $0).html }))
      </div><div class="stack">
      \(fragment: GoalList(today.goals, frame: today.frame).card)
      \(fragment: today.ended.isEmpty ? nil : sessions)
      \(fragment: today.onThisDay.html)
      </div></div>
      """
    )
  }

  /// Returns the card of an open session.
  func timer(_ row: SessionRow) -> HTML {
    switch row.kind {
    case Climbing.kind: ClimbingCard(today: today, row: row).html
    case Listening.kind: ListeningCard(today: today, row: row).html
    default:
      if let module = today.modules[row.kind], module.fields != nil {
        ActivityCard(today: today, row: row, module: module).html
      } else {
        TimerCard(today: today, row: row).html
      }
    }
  }

  /// The ways to start a session; on the first days a card for each kind.
  private var starts: HTML {
    guard today.reading.isEmpty, today.stories.isEmpty, today.open.isEmpty else {
      return ContinueCard(today: today).html
    }
    return HTML(
      [
        today.offers(Reading.kind) ? StartCard(today: today).html : nil,
        today.offers(Listening.kind) ? ListenStart(today: today).html : nil,
        today.offers(Climbing.kind) ? ClimbStart(today: today).html : nil,
      ].compactMap { $0 }
    )
  }

  private var sessions: HTML {
    """
    <section aria-labelledby="sessions">
    <h2 id="sessions">Sessions today</h2>
    <ul class="rows card">
    \(fragment: HTML(today.ended.map(line)))
    </ul>
    \(fragment: overlapNotice)
    </section>
    """
  }

  /// A notice with the number of sessions that overlap.
  private var overlapNotice: HTML? {
    let rows = today.sessionsToday
    let count = rows.count { row in rows.contains { $0.id != row.id && $0.overlaps(row) }
    }
    guard count > 0 else { return nil }
    return """
      <p class="quiet"><a href="/conflicts">\(count) sessions overlap, and all count.</a></p>
      """
  }

  private func line(_ row: SessionRow) -> HTML {
    let done = row.done(today.modules)
    let clock = WallClock(zone: today.clock.zone, now: row.startedAt)
    let end = row.endedAt.map { clock.time($0) } ?? ""
    return """
      <li class="row">\(fragment: Hue(row.kind).badge)<div><a class="whole" href="\(row.path)"><strong><bdi>\(row.subject)</bdi></strong></a>
      <span class="quiet">\(clock.time(row.startedAt))–\(end)\(done.map { " · \($0)" } ?? "")</span>
      \(fragment: row.note.map { "<p class=\"note\">\($0)</p>" })</div>
      <span class="figure">\(Self.length(row.active))</span></li>
      """
  }

  private static func length(_ active: Milliseconds) -> String {
    active < .minutes(1) ? "under 1m" : active.hoursAndMinutes
  }
}
