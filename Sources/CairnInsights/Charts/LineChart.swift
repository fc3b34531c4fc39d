public import Cairn

/// A line chart of the running total of a year, with the pace of a goal.
public struct LineChart: Chart {
  /// The chart's heading.
  public let title: String
  /// The measure of the amounts.
  public let measure: Measure
  /// The running total at the end of each period, in order.
  public let points: [ChartPoint]
  /// The amount due at the end of each period; empty without a goal.
  public let due: [Int64]
  /// Books that the total does not include, with the reasons.
  public let exclusions: [Exclusion]

  /// Sums a year week by week up to `today`; `goal` is the target of the year.
  public init(
    _ activity: Activity,
    _ measure: Measure,
    year day: LocalDay,
    goal: Int64?,
    today: LocalDay,
    weekStart: WeekStart
  ) {
    let year = day.wholeYear
    let last = Swift.max(year.lowerBound, Swift.min(year.upperBound, today))
    self.measure = measure
    title = "Running total, \(day.year)"
    // The last point is the total so far, including books for which only the year of finish is known.
    let points = Cadence.weekly.periods(in: year.lowerBound...last, weekStart).map { week in
      let days = week.clamped(to: year.lowerBound...last)
      let end = days.upperBound
      return ChartPoint(
        days: days,
        label: CalendarText.short(end),
        name: "up to \(CalendarText.day(end))",
        value: activity.amount(
          of: measure,
          in: year.lowerBound...(end == last ? year.upperBound : end)
        ).value ?? 0,
        isPartial: week.contains(today)
      )
    }
    self.points = points
    exclusions = measure == .books ? activity.amount(of: .books, in: year).exclusions : []
    let days = Int64(year.upperBound - year.lowerBound) + 1
    due =
      goal.map { goal in
        points.map { point in
          let elapsed = Int64(point.days.upperBound - year.lowerBound) + 1
          return (2 * goal * elapsed + days) / (2 * days)
        }
      } ?? []
  }

  /// The total, the difference from the goal, and the number of excluded books.
  public var summary: String { done + exclusions.text }

  private var done: String {
    guard let last = points.last else { return "No data yet." }
    let sum = "\(measure.text(last.value)) \(last.name)."
    guard let due = due.last else { return sum }
    let ahead = last.value - due
    if ahead == 0 { return "\(sum) On schedule." }
    let far = measure.text(ahead < 0 ? -ahead : ahead)
    return
      "\(sum) Due by now: \(measure.text(due)), \(far) \(ahead < 0 ? "behind" : "ahead")."
  }

  /// The total at the end of each week, and the amount due.
  public var table: ChartTable {
    ChartTable(
      columns: ["week", measure.name] + (due.isEmpty ? [] : ["due"]),
      rows: points.enumerated().map { index, point in
        var values: [Int64?] = [point.value]
        if !due.isEmpty { values.append(due[index]) }
        return ChartTable.Row(name: point.name, values: values)
      }
    )
  }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    let maximum = (points.map { $0.value } + due).max() ?? 0
    let scale = Scale(measure, upTo: maximum)
    let plot = Plot(
      width: width,
      space: 28,
      scale: scale,
      measure: measure,
      count: points.count
    )
    var svg = SVG()
    plot.frame(title, measure, in: &svg)
    plot.labels(points.map { ($0.label, x($0, plot)) }, in: &svg)
    let start = (x: plot.left, y: plot.bottom)
    let planned = zip(points, due).map { (x: x($0, plot), y: plot.y($1)) }
    if !planned.isEmpty { svg.curve([start] + planned, dashed: true, class: "cairn-due") }
    let done = points.map { (x: x($0, plot), y: plot.y($0.value)) }
    svg.curve([start] + done, class: "cairn-mark")
    dots(done, &svg)
    key(planned, done, &svg)
    return Drawing(svg: svg, height: Plot.height)
  }

  /// Returns the x position of a week's end between the start of the year and the last day shown.
  private func x(_ point: ChartPoint, _ plot: Plot) -> Int {
    guard let first = points.first?.days.lowerBound, let last = points.last?.days.upperBound
    else { return plot.left }
    let elapsed = Int(point.days.upperBound - first) + 1
    return plot.left + (plot.right - plot.left) * elapsed / (Int(last - first) + 1)
  }

  private func dots(_ done: [(x: Int, y: Int)], _ svg: inout SVG) {
    for (index, point) in points.enumerated() {
      let radius = index + 1 == points.count ? 5 : points.count > 31 ? 2 : 3
      let note = "\(point.name): \(measure.text(point.value))"
      svg.dot(done[index], radius: radius, class: "cairn-mark", note: note)
    }
  }

  /// Draws the amounts at the ends of the lines, one above both lines and one below them.
  private func key(_ planned: [(x: Int, y: Int)], _ done: [(x: Int, y: Int)], _ svg: inout SVG) {
    guard let end = done.last, let last = points.last else { return }
    let (amount, goal) = (measure.brief(last.value), due.last.map { "due \(measure.brief($0))" })
    let left = end.x - 16 - 8 * Swift.max(amount.count, goal?.count ?? 0)
    // Includes the points just before the labels, because the lines start there.
    let near = [done, planned].flatMap { line in
      line.suffix(from: Swift.max(0, (line.firstIndex { $0.x >= left } ?? 0) - 1)).map { $0.y }
    }
    let above = Swift.max(44, (near.min() ?? end.y) - 10)
    let below = (near.max() ?? end.y) + 20
    let isBelow = planned.last.map { $0.y < end.y } ?? false
    svg.label(amount, end.x - 8, isBelow ? below : above, .end, size: 14)
    guard let goal, due.last != last.value else { return }
    svg.label(goal, end.x - 8, isBelow ? above : below, .end)
  }
}
