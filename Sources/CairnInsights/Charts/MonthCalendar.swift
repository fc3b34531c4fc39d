public import Cairn

/// A wall calendar of a month; each day has its number, its amount and a shade.
public struct MonthCalendar: Chart {
  /// The days of the month.
  public let calendar: CalendarDays
  /// The first day of the month.
  public let first: LocalDay
  /// The first weekday of a row.
  public let weekStart: WeekStart

  /// Computes the amounts of the month that contains `day`.
  public init(
    _ activity: Activity,
    _ measure: Measure,
    month day: LocalDay,
    restDays: Set<LocalDay> = [],
    today: LocalDay,
    weekStart: WeekStart
  ) {
    let days = day.wholeMonth
    first = days.lowerBound
    self.weekStart = weekStart
    calendar = CalendarDays(activity, measure, in: days, restDays: restDays, today: today)
  }

  /// `Time in March 2026`.
  public var title: String { "\(calendar.measure.heading) in \(CalendarText.monthAndYear(first))" }

  /// The total, the number of days with activity, and the day with the highest amount.
  public var summary: String { calendar.summary }

  /// The amounts of all days that are not in the future.
  public var table: ChartTable { calendar.table }

  /// The days by week, with nil for days of other months.
  public var weeks: [[CalendarDays.Day?]] {
    let before = [CalendarDays.Day?](repeating: nil, count: Int(weekStart.dayIndex(of: first)))
    let all = before + calendar.days.map { Optional($0) }
    let after = [CalendarDays.Day?](repeating: nil, count: (7 - all.count % 7) % 7)
    let whole = all + after
    return (0..<(whole.count / 7)).map { Array(whole[($0 * 7)..<($0 * 7 + 7)]) }
  }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    let (wide, high) = ((width - 32) / 7, 52)
    var svg = SVG()
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    for (column, name) in CalendarText.weekdays(from: weekStart).enumerated() {
      svg.label(name, 16 + column * wide + wide / 2, 56, .middle)
    }
    for (row, week) in weeks.enumerated() {
      for (column, day) in week.enumerated() {
        guard let day else { continue }
        let box = SVG.Box(
          x: 16 + column * wide + 1,
          y: 66 + row * high,
          width: wide - 3,
          height: high - 3
        )
        cell(day, box, &svg)
      }
    }
    let below = 66 + weeks.count * high + 20
    let bottom = calendar.legend(x: 16, y: below, width: width, soft: true, in: &svg)
    return Drawing(svg: svg, height: bottom + 16)
  }

  private func cell(_ day: CalendarDays.Day, _ box: SVG.Box, _ svg: inout SVG) {
    if !day.isFuture || day.value > 0 {
      let (name, note) = ("cairn-mark cairn-level-\(day.level)", calendar.note(day))
      svg.rect(box, radius: 4, .shade(day.level, soft: true), class: name, note: note)
    }
    if day.isRestDay { svg.rect(box, radius: 4, .dashes, class: "cairn-mark cairn-rest") }
    if day.isToday { svg.rect(box, radius: 4, .edge, class: "cairn-mark cairn-today") }
    let isNarrow = box.width < 70
    let margin = isNarrow ? 3 : 7
    svg.label("\(day.day.civil.day)", box.x + margin + 1, box.y + 17)
    let amount = calendar.measure.brief(day.value)
    let fitting = isNarrow ? narrow(amount) : amount
    let text = day.value > 0 ? fitting : day.isRestDay ? "rest" : ""
    guard !text.isEmpty else { return }
    let (right, bottom) = (box.x + box.width - margin, box.y + box.height - 8)
    svg.label(text, right, bottom, .end, size: isNarrow ? 12 : 13)
  }

  /// Shortens `1h 05m` to `1h05` for narrow screens.
  private func narrow(_ amount: String) -> String {
    amount.contains { $0 == " " } ? String(amount.filter { $0 != " " }.dropLast()) : amount
  }
}
