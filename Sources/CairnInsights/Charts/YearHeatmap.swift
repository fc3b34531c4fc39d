public import Cairn

/// A year as a grid, a column for each week and a row for each day of the week.
///
/// In a narrow place the year is broken into halves or quarters below one another.
public struct YearHeatmap: Chart {
  /// The days of the year.
  public let calendar: CalendarDays
  private let year: Int32

  /// Looks every day of the year that holds a day up.
  public init(
    _ activity: Activity,
    _ measure: Measure,
    year day: LocalDay,
    frozen: Set<LocalDay> = [],
    today: LocalDay
  ) {
    let days = Cadence.yearly.period(of: day)
    year = day.year
    calendar = CalendarDays(activity, measure, in: days, frozen: frozen, today: today)
  }

  /// `Time in 2026, day by day`.
  public var title: String { "\(calendar.measure.heading) in \(year), day by day" }

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
      block(months, pitch, top, &svg)
      top += 7 * pitch + 40
    }
    let left = parts == 1 ? Self.left : 16
    let bottom = calendar.legend(x: left, y: top + 4, width: width, soft: false, in: &svg)
    return Drawing(svg: svg, height: bottom + 20)
  }

  private static let left = 52

  /// Draws some months from a height downward.
  private func block(_ months: ClosedRange<Int>, _ pitch: Int, _ top: Int, _ svg: inout SVG) {
    let days = calendar.days.filter { months.contains(Int($0.day.civil.month)) }
    guard let first = days.first?.day.monday else { return }
    for row in [0, 2, 4] as [Int] {
      let y = top + 20 + row * pitch + pitch / 2 + 4
      svg.label(CalendarText.weekdays[row], Self.left - 10, y, .end)
    }
    for day in days {
      let x = Self.left + Int(day.day.monday - first) / 7 * pitch
      if day.day.civil.day == 1 { month(day.day, first, pitch, top + 12, &svg) }
      cell(day, x, top + 20 + Int(day.day.weekday - 1) * pitch, pitch, &svg)
    }
  }

  /// The name of a month stands over the first week that begins in it.
  private func month(
    _ day: LocalDay,
    _ first: LocalDay,
    _ pitch: Int,
    _ y: Int,
    _ svg: inout SVG
  ) {
    let week = Int((day + 6).monday - first) / 7
    svg.label(CalendarText.month(day), Self.left + week * pitch, y)
  }

  private func cell(_ day: CalendarDays.Day, _ x: Int, _ y: Int, _ pitch: Int, _ svg: inout SVG) {
    let (size, note) = (pitch - 2, calendar.note(day))
    let box = SVG.Box(x: x, y: y, width: size, height: size)
    let level = day.level
    if !day.isAhead || day.value > 0 {
      let name = "cairn-mark cairn-level-\(level)"
      svg.rect(box, radius: 2, .shade(level), class: name, note: note)
    }
    guard day.isFrozen || day.isToday else { return }
    let inner = SVG.Box(x: x + 1, y: y + 1, width: size - 2, height: size - 2)
    let name = day.isToday ? "cairn-today" : "cairn-frozen"
    svg.rect(inner, radius: 1, day.isToday ? .edge : .dashes, class: name, note: note)
  }
}
