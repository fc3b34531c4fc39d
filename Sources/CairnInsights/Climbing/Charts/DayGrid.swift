import Cairn

/// A heat map of days, with a column per week and a row per weekday.
///
/// Weeks that do not fit continue in another block below.
public struct DayGrid: Chart {
  /// The days.
  public let days: ClimbingDays

  /// Creates the heat map of `days`.
  public init(_ days: ClimbingDays) { self.days = days }

  /// `Daily climbs`.
  public var title: String { "Daily climbs" }

  /// The number of days with climbs, and the day with the most.
  public var summary: String {
    let (active, all) = (days.days.count { $0.climbs > 0 }, days.days.count)
    let climbs = days.days.reduce(0) { $0 + $1.climbs }
    guard let busiest = days.days.max(by: { $0.climbs < $1.climbs }), active > 0 else {
      let isEmpty = !days.days.contains { $0.isClimbed }
      return "\(isEmpty ? "No activity" : "No climbs") in \(counted(all, "day"))."
    }
    return "\(counted(climbs, "climb")) on \(active) of \(counted(all, "day")). "
      + "Best day: \(counted(busiest.climbs, "climb")), \(CalendarText.day(busiest.day))."
  }

  /// All days, including empty ones.
  public var table: ChartTable {
    ChartTable(
      columns: ["day", "climbs"],
      rows: days.days.map { ChartTable.Row(name: CalendarText.day($0.day), values: [$0.climbs]) }
    )
  }

  /// A tooltip: `Mon 5 Jan 2026: 4 climbs`.
  func note(_ day: ClimbingDays.Day) -> String {
    let words =
      day.climbs > 0
      ? counted(day.climbs, "climb") : day.isClimbed ? "a session, no climbs" : "no activity"
    return "\(CalendarText.day(day.day)): \(words)"
  }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    var svg = SVG()
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    guard let first = days.days.first?.day, let last = days.days.last?.day else {
      return Drawing(svg: svg, height: 48)
    }
    let weeks = days.weekStart.weeks(from: first, to: last) + 1
    let grid = Grid(width: width, weeks: weeks)
    for block in 0..<grid.blocks { frame(block, grid, first, &svg) }
    for day in days.days {
      let week = days.weekStart.weeks(from: first, to: day.day)
      cell(day, grid.x(week), grid.y(week, Int(days.weekStart.dayIndex(of: day.day))), grid, &svg)
    }
    var position = (x: 16, y: grid.bottom + 24)
    for level in 0...4 {
      let text = level == 0 ? "none" : days.shades.text(level)
      svg.key(text, .shade(level), "cairn-mark cairn-level-\(level)", &position, 16..<width)
    }
    return Drawing(svg: svg, height: position.y + 16)
  }

  /// Draws the weekday and month labels of a block.
  private func frame(_ block: Int, _ grid: Grid, _ first: LocalDay, _ svg: inout SVG) {
    let names = CalendarText.weekdays(from: days.weekStart)
    if grid.pitch >= 12 {
      for row in [0, 2, 4] as [Int] {
        svg.label(
          names[row],
          Grid.left - 8,
          grid.y(block * grid.columns, row) + grid.pitch / 2 + 4,
          .end
        )
      }
    }
    var free = Int.min
    let weeks = (block * grid.columns)..<min(grid.weeks, (block + 1) * grid.columns)
    for week in weeks {
      let start = days.weekStart.week(of: first).lowerBound + Int32(week * 7)
      let isFirst = week == weeks.lowerBound
      guard isFirst || (start + 6).civil.day <= 7 else { continue }
      let day = isFirst ? max(start, first) : start + 6
      let isYear = isFirst || day.civil.month == 1
      let text = isYear ? "\(CalendarText.month(day)) \(day.year)" : CalendarText.month(day)
      let x = grid.x(week)
      guard x >= free, x + text.count * 7 <= grid.width - 4 else { continue }
      svg.label(text, x, grid.y(week, 0) - 6)
      free = x + text.count * 7 + 6
    }
  }

  private func cell(_ day: ClimbingDays.Day, _ x: Int, _ y: Int, _ grid: Grid, _ svg: inout SVG) {
    let size = grid.pitch - (grid.pitch > 8 ? 2 : 1)
    let box = SVG.Box(x: x, y: y, width: size, height: size)
    let name = "cairn-mark cairn-level-\(day.level)"
    svg.rect(box, radius: size > 8 ? 2 : 0, .shade(day.level), class: name, note: note(day))
    guard day.isToday, size > 8 else { return }
    let inner = SVG.Box(x: x + 1, y: y + 1, width: size - 2, height: size - 2)
    svg.rect(inner, radius: 1, .edge, class: "cairn-today")
  }

  /// The layout of the weeks.
  private struct Grid {
    static let left = 52
    let width: Int
    let weeks: Int
    let columns: Int
    let pitch: Int

    init(width: Int, weeks: Int) {
      let available = width - Self.left - 16
      // A year or more keeps blocks of a year at any width; a shorter range wraps only if needed.
      let minimumPitch = width < 600 ? 14 : 10
      columns = max(1, weeks > 54 ? min(weeks, 53) : min(weeks, available / minimumPitch))
      pitch = min(22, max(4, available / columns))
      (self.width, self.weeks) = (width, weeks)
    }

    var blocks: Int { (weeks + columns - 1) / columns }
    var bottom: Int { 44 + blocks * height }
    private var height: Int { 7 * pitch + 28 }

    func x(_ week: Int) -> Int { Self.left + week % columns * pitch }
    func y(_ week: Int, _ row: Int) -> Int { 44 + week / columns * height + 20 + row * pitch }
  }
}
