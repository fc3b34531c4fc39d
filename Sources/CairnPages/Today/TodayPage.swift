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
    let day = today.figures.day
    return today.frame.page(
      title,
      in: .today,
      showing: today.open,
      """
      <header class="dayname"><h1><span class="hidden">Today, </span>\(CalendarText.weekday(day))</h1>
      <p class="eyebrow">\(day.civil.day) \(CalendarText.months[Int(day.civil.month) - 1])</p></header>
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
      <div class="beside">\(fragment: today.isNew ? nil : week)
      \(fragment: GoalList(today.goals, frame: today.frame).card)</div>
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

  private var week: HTML {
    WeekCard(streak: today.figures.streak, days: today.week, today: today.figures.day).html
  }
}
