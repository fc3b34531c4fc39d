package import Cairn
package import CairnHTML
package import CairnInsights
import CairnReports

/// The History page as a month calendar; each day links to its sessions.
package struct CalendarPage {
  private let frame: PageFrame
  private let chart: MonthCalendar
  private let today: LocalDay
  /// The number of climbs without a session, on each day that has some.
  private let climbs: [LocalDay: Int64]

  /// Creates the page.
  package init(frame: PageFrame, chart: MonthCalendar, today: LocalDay, climbs: [LocalDay: Int64]) {
    (self.frame, self.chart, self.today) = (frame, chart, today)
    self.climbs = climbs
  }

  package var html: HTML {
    frame.page(
      CalendarText.monthAndYear(chart.first),
      in: .log,
      """
      <header class="head"><h1>Log</h1>\(fragment: HistoryTabs.html(.calendar))</header>
      <section class="card month" aria-labelledby="month">
      <header class="steps">\(fragment: link(chart.first - 1, "‹", "prev"))
      <h2 id="month">\(CalendarText.monthAndYear(chart.first))</h2>
      \(fragment: link(chart.first + 31, "›", "next"))</header>
      \(fragment: table)
      <p class="quiet">\(summary)</p>
      </section>
      """
    )
  }

  /// The summary of the month, including climbs without a session, which add no time.
  private var summary: String {
    let count = climbs.values.reduce(0, +)
    guard count > 0 else { return chart.summary }
    let hasTime = chart.weeks.joined().contains { ($0?.value ?? 0) > 0 }
    let words = "\(counted(count, "climb")) without a time (▲)."
    return hasTime ? "\(chart.summary) \(words)" : words
  }

  private func link(_ day: LocalDay, _ sign: String, _ relation: String) -> HTML {
    guard day.wholeMonth.lowerBound <= today, day >= .first else {
      return "<span class=\"button gone\"></span>"
    }
    let name = CalendarText.monthAndYear(day)
    return """
      <a class="button" rel="\(relation)" href="/history/calendar?month=\(day.text.prefix7)" \
      aria-label="\(name)">\(sign)</a>
      """
  }

  private var table: HTML {
    """
    <table class="calendar" aria-labelledby="month">
    <thead><tr>\(fragment: HTML(weekdays.map { "<th scope=\"col\">\($0)</th>" }))</tr></thead>
    <tbody>\(fragment: HTML(chart.weeks.map(row)))</tbody>
    </table>
    """
  }

  private var weekdays: [String] { CalendarText.weekdays(from: chart.weekStart) }

  private func row(_ week: [CalendarDays.Day?]) -> HTML {
    "<tr>\(fragment: HTML(week.map { $0.map(cell) ?? "<td></td>" }))</tr>\n"
  }

  private func cell(_ day: CalendarDays.Day) -> HTML {
    let number = day.day.civil.day
    guard !day.isFuture || day.value > 0 else {
      return "<td><span class=\"date\">\(number)</span></td>"
    }
    return """
      <td><a class="date level-\(day.level)\(day.isToday ? " today" : "")" \
      href="/history?day=\(day.day.text)" aria-label="\(text(day))">\(number)\
      <small>\(amount(day))</small></a></td>
      """
  }

  /// Returns `45m`, `2h` or `1h05`, because a day's cell on a phone has no room for more.
  private func amount(_ day: CalendarDays.Day) -> String {
    guard day.value > 0 else {
      return day.isRestDay ? "rest" : climbs[day.day].map { "▲\($0)" } ?? ""
    }
    let amount = chart.calendar.measure.brief(day.value)
    return amount.contains(" ") ? String(amount.filter { $0 != " " }.dropLast()) : amount
  }

  private func text(_ day: CalendarDays.Day) -> String {
    let time = day.value > 0 ? chart.calendar.measure.text(day.value) : nil
    let climbs = climbs[day.day].map { "\(counted($0, "climb")) without a time" }
    let known = [time, climbs].compactMap { $0 }
    let amount = known.isEmpty ? "no activity" : known.joined(separator: ", ")
    let notes = (day.isToday ? ", today" : "") + (day.isRestDay ? ", rest day" : "")
    return "\(CalendarText.day(day.day)): \(amount)\(notes)"
  }
}

extension String {
  /// The first seven characters: the year and month of a date.
  fileprivate var prefix7: String { String(prefix(7)) }
}
