import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The days of a year in the hue of what filled them, and the hours of the week in which it happened.
struct YearMap {
  let insights: PeriodInsights
  let modules: [KindModule]
  let weekStart: WeekStart
  private let calendar: CalendarDays

  private static let pitch = 12
  private static let size = 10

  init(insights: PeriodInsights, modules: [KindModule], weekStart: WeekStart) {
    (self.insights, self.modules, self.weekStart) = (insights, modules, weekStart)
    calendar = CalendarDays(
      insights.activity,
      .minutes,
      in: insights.year,
      restDays: insights.restDays,
      today: insights.period.today
    )
  }

  private var year: Int32 { insights.year.lowerBound.year }
  private var hours: HourGrid {
    HourGrid(insights: insights, modules: modules, weekStart: weekStart)
  }

  var html: HTML {
    FigureCard(
      title: "Rhythm in \(year)",
      id: "rhythm",
      definition: definition,
      table: "\(fragment: table)\(fragment: hours.table)",
      figure: """
        <div class="map">\(fragment: half(1...6))\(fragment: half(7...12))</div>
        <p class="quiet">\(calendar.summary)</p>
        \(fragment: hours.html)
        """
    ).html
  }

  private var definition: [String] {
    let colour =
      insights.kinds.count > 1 ? "A day has the colour of what took most of its time. " : ""
    return [
      colour
        + "The more time, the stronger the colour: \((1...4).map(calendar.shades.text).joined(separator: ", ")). "
        + "A dashed square is a rest day. Each day leads to its sessions.",
      Insight.pattern.definition, Insight.bestWindow.definition,
    ]
  }

  /// Draws half a year with a column per week; the links of days are for pointers, those of the table for keyboards.
  private func half(_ months: ClosedRange<Int>) -> HTML {
    let days = calendar.days.filter { months.contains(Int($0.day.civil.month)) }
    guard let first = days.first?.day, let last = days.last?.day else { return HTML() }
    let width = (weekStart.weeks(from: first, to: last) + 1) * Self.pitch
    return """
      <svg class="days" viewBox="0 0 \(width) 100" aria-hidden="true">
      \(fragment: HTML(days.filter { $0.day.civil.day == 1 }.map { label($0.day, first) }))
      \(fragment: plain(days, first))
      \(fragment: HTML(days.filter { $0.value > 0 }.map { mark($0, first) }))</svg>

      """
  }

  private func label(_ day: LocalDay, _ first: LocalDay) -> HTML {
    """
    <text x="\(weekStart.column(ofMonth: day, from: first) * Self.pitch)" y="10">\(CalendarText.month(day))</text>
    """
  }

  private func corner(_ day: LocalDay, _ first: LocalDay) -> (x: Int, y: Int) {
    (
      weekStart.weeks(from: first, to: day) * Self.pitch,
      16 + Int(weekStart.dayIndex(of: day)) * Self.pitch
    )
  }

  /// Returns the path of a square.
  private func square(_ day: LocalDay, _ first: LocalDay) -> String {
    let (x, y) = corner(day, first)
    return "M\(x) \(y)h\(Self.size)v\(Self.size)h-\(Self.size)z"
  }

  /// The days without activity: one path each for those gone by, those of rest, and those ahead.
  private func plain(_ days: [CalendarDays.Day], _ first: LocalDay) -> HTML {
    let empty = days.filter { $0.value == 0 }
    let groups = [
      ("none", empty.filter { !$0.isFuture && !$0.isRestDay }),
      ("rest", empty.filter { $0.isRestDay }),
      ("ahead", empty.filter { $0.isFuture && !$0.isRestDay }),
    ]
    return HTML(
      groups.filter { !$0.1.isEmpty }.map { name, days in
        "<path class=\"\(name)\" d=\"\(days.map { square($0.day, first) }.joined())\"/>\n"
      }
    )
  }

  private func mark(_ day: CalendarDays.Day, _ first: LocalDay) -> HTML {
    let (x, y) = corner(day.day, first)
    return """
      <a href="/history?day=\(day.day.text)" tabindex="-1"><rect class="\(hue(day.day)) a\(day.level)" \
      x="\(x)" y="\(y)" width="\(Self.size)" height="\(Self.size)" rx="2.5"/></a>

      """
  }

  /// The hue of the kind with the most time on a day.
  private func hue(_ day: LocalDay) -> String {
    let times = insights.kinds.map { ($0, insights.days.time($0, in: day...day)) }
    return times.max { $0.1 < $1.1 }.map { Hue.mark($0.0) } ?? "is-other"
  }

  private var table: HTML {
    let year = InsightPeriod(
      .yearly,
      of: insights.year.lowerBound,
      today: insights.period.today,
      weekStart: weekStart
    )
    let rows = year.parts.filter { $0.days.lowerBound <= insights.period.today }.map { month in
      let totals = insights.days.totals(insights.kind, in: month.days)
      return FigureTable.Row(
        name: month.name(in: year),
        path: totals.time > .zero ? month.path(insights.kind) : nil,
        cells: ["\(totals.activeDays) of \(month.elapsed.count)", totals.time.hoursAndMinutes]
      )
    }
    return FigureTable(
      caption: "Active days, \(self.year)",
      columns: ["Month", "Active days", "Time"],
      rows: rows
    ).html
  }
}
