import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The page Today: the timer, what the day holds, and what to start with.
struct TodayPage {
  private let today: Today

  init(_ today: Today) {
    self.today = today
  }

  var html: HTML {
    let title = today.open.first.map { "\($0.title ?? $0.kind.name)" } ?? "Today"
    return Layout(title: title, theme: today.theme).html(
      """
      <h1 class="hidden">Today</h1>
      \(fragment: HTML(today.open.map { TimerCard(today: today, row: $0).html }))
      \(fragment: today.open.isEmpty ? StartCard(today: today).html : nil)
      \(fragment: day)
      \(fragment: today.ended.isEmpty ? nil : sessions)
      """
    )
  }

  private var day: HTML {
    let streak = today.figures.streak
    let days = streak.current == 1 ? "day in a row" : "days in a row"
    let isOpen = streak.current > 0 && streak.isOpen
    let note = isOpen ? "read today to keep it" : "longest: \(streak.longest)"
    return """
      <section aria-labelledby="day">
      <h2 id="day">Today</h2>
      <dl class="tiles">
      \(fragment: tile(today.figures.totals.time.hoursAndMinutes, "read", sessionsCounted))
      \(fragment: tile("\(today.figures.pages)", today.figures.pages == 1 ? "page" : "pages", ""))
      \(fragment: tile("\(streak.current)", days, note))
      </dl>
      </section>
      """
  }

  private var sessionsCounted: String {
    let count = today.figures.totals.sessions
    return count == 0 ? "nothing ended yet" : "in \(count) session\(count == 1 ? "" : "s")"
  }

  private func tile(_ value: String, _ name: String, _ note: String) -> HTML {
    """
    <div class="tile"><dt>\(name)</dt><dd>\(value)</dd>\
    \(fragment: note.isEmpty ? nil : "<dd class=\"quiet\">\(note)</dd>")</div>
    """
  }

  private var sessions: HTML {
    """
    <section aria-labelledby="sessions">
    <h2 id="sessions">Sessions today</h2>
    <ul class="rows">
    \(fragment: HTML(today.ended.map(line)))
    </ul>
    </section>
    """
  }

  private func line(_ row: SessionRow) -> HTML {
    let pages = row.amount.map { " · \($0) page\($0 == 1 ? "" : "s")" } ?? ""
    let clock = WallClock(zone: today.clock.zone, now: row.startedAt)
    let end = row.endedAt.map { clock.time($0) } ?? ""
    return """
      <li class="row"><div><strong><bdi>\(row.title ?? row.kind.name)</bdi></strong>
      <span class="quiet">\(clock.time(row.startedAt))–\(end)\(pages)</span>
      \(fragment: row.note.map { "<p class=\"note\">\($0)</p>" })</div>
      <span class="figure">\(Self.length(row.active))</span></li>
      """
  }

  private static func length(_ active: Milliseconds) -> String {
    active < .minutes(1) ? "under 1m" : active.hoursAndMinutes
  }
}
