import Cairn
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

/// The History page as a month calendar; each day links to its sessions.
struct CalendarPage {
  private let frame: PageFrame
  private let chart: MonthCalendar
  private let today: LocalDay
  /// The number of climbs without a session, on each day that has some.
  private let climbs: [LocalDay: Int64]

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["month", "done"])
    frame = try await PageFrame(context)
    today = try await context.today()
    let activity = try await context.log.activity(nil, until: today)
    let restDays = Set(try await context.log.restDays())
    let month = try context.month("month") ?? today
    chart = MonthCalendar(
      activity,
      .minutes,
      month: month,
      restDays: restDays,
      today: today,
      weekStart: try await context.log.weekStart()
    )
    climbs = try await context.log.climbsWithoutHours(in: month.wholeMonth)
  }

  var html: HTML {
    frame.page(
      CalendarText.monthAndYear(chart.first),
      in: .history,
      """
      <header class="head"><h1>History</h1>\(fragment: HistoryTabs.html(.calendar))</header>
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
    let words = "\(count) climb\(count == 1 ? "" : "s") without a time (▲)."
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
      href="/history?day=\(day.day.text)" aria-label="\(words(day))">\(number)\
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

  private func words(_ day: CalendarDays.Day) -> String {
    let time = day.value > 0 ? chart.calendar.measure.text(day.value) : nil
    let climbs = climbs[day.day].map { "\($0) climb\($0 == 1 ? "" : "s") without a time" }
    let known = [time, climbs].compactMap(\.self)
    let amount = known.isEmpty ? "no activity" : known.joined(separator: ", ")
    let notes = (day.isToday ? ", today" : "") + (day.isRestDay ? ", rest day" : "")
    return "\(CalendarText.day(day.day)): \(amount)\(notes)"
  }
}

extension Log {
  /// Returns the number of climbs without a session, on each day that has some.
  fileprivate func climbsWithoutHours(
    in days: ClosedRange<LocalDay>
  ) async throws -> [LocalDay: Int64] {
    var filter = LogbookFilter(limit: 1_000)
    (filter.days, filter.hasSessions) = (days, false)
    let rows = try await logbook(filter)
    return Dictionary(rows.map { ($0.day, $0.climbs) }, uniquingKeysWith: +)
  }
}

extension String {
  /// The first seven characters: the year and month of a date.
  fileprivate var prefix7: String { String(prefix(7)) }
}

extension AuthenticatedContext {
  /// Returns the first day of a month in the query, `2026-03`; throws `request.field`.
  func month(_ name: String) throws(CairnError) -> LocalDay? {
    guard let text = target.query[name] else { return nil }
    guard text.utf8.count == 7, let month = PartialDay(text: text),
      (LocalDay.first...LocalDay.last).contains(month.first)
    else { throw .field(name, "takes a month such as 2026-03") }
    return month.first
  }
}
