public import Cairn

/// A heat map of a year, with a column per week and a row per weekday.
///
/// At narrow widths the year splits into halves or quarters, stacked vertically.
public struct YearHeatmap: Chart {
  /// The days of the year.
  public let calendar: CalendarDays
  /// The first weekday of a column.
  public let weekStart: WeekStart

  /// Computes the amounts of the year that contains `day`.
  public init(
    _ activity: Activity,
    _ measure: Measure,
    year day: LocalDay,
    restDays: Set<LocalDay> = [],
    today: LocalDay,
    weekStart: WeekStart
  ) {
    self.weekStart = weekStart
    calendar = CalendarDays(activity, measure, in: day.wholeYear, restDays: restDays, today: today)
  }

  /// `Daily time, 2026`.
  public var title: String { "Daily \(calendar.measure.heading.lowercased()), \(first.year)" }

  /// The total, the number of days with activity, and the day with the highest amount.
  public var summary: String { calendar.summary }

  /// The amounts of all days that are not in the future.
  public var table: ChartTable { calendar.table }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    let parts = width >= 600 ? 1 : width >= 380 ? 2 : 4
    let pitch = min(22, (width - 16 - Self.left) / (53 / parts + 1))
    var svg = SVG()
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    var top = 44
    for part in 0..<parts {
      let months = (12 / parts * part + 1)...(12 / parts * (part + 1))
      if part > 0, !months.contains(where: hasBegun) { continue }
      block(months, pitch, top, &svg)
      top += 7 * pitch + 40
    }
    let left = parts == 1 ? Self.left : 16
    let bottom = calendar.legend(x: left, y: top + 4, width: width, soft: false, in: &svg)
    return Drawing(svg: svg, height: bottom + 20)
  }

  private static let left = 52

  private var first: LocalDay { calendar.days[0].day }

  /// Whether a month has a day that is not in the future, or that already has activity.
  private func hasBegun(_ month: Int) -> Bool {
    calendar.days.contains { Int($0.day.civil.month) == month && (!$0.isFuture || $0.value > 0) }
  }

  /// Draws a range of months below `top`.
  private func block(_ months: ClosedRange<Int>, _ pitch: Int, _ top: Int, _ svg: inout SVG) {
    let days = calendar.days.filter { months.contains(Int($0.day.civil.month)) }
    guard let first = days.first?.day else { return }
    let names = CalendarText.weekdays(from: weekStart)
    for row in [0, 2, 4] as [Int] {
      let y = top + 20 + row * pitch + pitch / 2 + 4
      svg.label(names[row], Self.left - 10, y, .end)
    }
    for day in days {
      let column = weekStart.weeks(from: first, to: day.day)
      if day.day.civil.day == 1, hasBegun(Int(day.day.civil.month)) {
        let x = Self.left + weekStart.column(ofMonth: day.day, from: first) * pitch
        svg.label(CalendarText.month(day.day), x, top + 12)
      }
      let y = top + 20 + Int(weekStart.dayIndex(of: day.day)) * pitch
      cell(day, Self.left + column * pitch, y, pitch, &svg)
    }
  }

  private func cell(_ day: CalendarDays.Day, _ x: Int, _ y: Int, _ pitch: Int, _ svg: inout SVG) {
    let (size, note) = (pitch - 2, calendar.note(day))
    let box = SVG.Box(x: x, y: y, width: size, height: size)
    let level = day.level
    if !day.isFuture || day.value > 0 {
      let name = "cairn-mark cairn-level-\(level)"
      svg.rect(box, radius: 2, .shade(level), class: name, note: note)
    }
    guard day.isRestDay || day.isToday else { return }
    let inner = SVG.Box(x: x + 1, y: y + 1, width: size - 2, height: size - 2)
    let name = day.isToday ? "cairn-today" : "cairn-rest"
    svg.rect(inner, radius: 1, day.isToday ? .edge : .dashes, class: name, note: note)
  }
}

extension WeekStart {
  /// Returns the column of a month's label: the first week that starts in the month.
  public func column(ofMonth first: LocalDay, from day: LocalDay) -> Int {
    weeks(from: day, to: first + 6)
  }
}
