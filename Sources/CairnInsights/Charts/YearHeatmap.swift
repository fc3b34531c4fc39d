public import Cairn

/// A year as a grid, a column for each week and a row for each day of the week.
///
/// In a narrow place the year is broken into halves or quarters below one another.
public struct YearHeatmap: Chart {
  /// The days of the year.
  public let calendar: CalendarDays
  /// The day on which its columns begin.
  public let weekStart: WeekStart

  /// Looks every day of the year that holds a day up.
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

  /// `Time in 2026, day by day`.
  public var title: String { "\(calendar.measure.heading) in \(first.year), day by day" }

  /// The sum, the number of days with anything, and the day with most.
  public var summary: String { calendar.summary }

  /// The amount of each day that has come.
  public var table: ChartTable { calendar.table }

  /// Draws it.
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

  /// Whether any day of a month has come, or holds something where it is tomorrow already.
  private func hasBegun(_ month: Int) -> Bool {
    calendar.days.contains { Int($0.day.civil.month) == month && (!$0.isAhead || $0.value > 0) }
  }

  /// Draws some months from a height downward.
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
      let y = top + 20 + Int(weekStart.place(of: day.day)) * pitch
      cell(day, Self.left + column * pitch, y, pitch, &svg)
    }
  }

  private func cell(_ day: CalendarDays.Day, _ x: Int, _ y: Int, _ pitch: Int, _ svg: inout SVG) {
    let (size, note) = (pitch - 2, calendar.note(day))
    let box = SVG.Box(x: x, y: y, width: size, height: size)
    let level = day.level
    if !day.isAhead || day.value > 0 {
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
  /// The column over which the name of a month stands: that of the first week that begins in it.
  public func column(ofMonth first: LocalDay, from day: LocalDay) -> Int {
    weeks(from: day, to: first + 6)
  }
}
