public import Cairn

/// A bar chart of amounts, with one bar per day, week, month or year.
public struct BarChart: Chart {
  /// The chart's heading.
  public let title: String
  /// The measure on the value axis.
  public let measure: Measure
  /// The period that each bar covers.
  public let cadence: Cadence
  /// The values in chronological order; empty periods have the value 0.
  public let points: [ChartPoint]
  /// The total of all bars; minutes are rounded once, not bar by bar.
  public let sum: Int64
  /// Books that no bar includes, with the reasons.
  public let exclusions: [Exclusion]

  /// Sums the activity of every period that overlaps `days`.
  ///
  /// Periods are not clipped to `days`; the one that contains `today` is partial.
  public init(
    _ activity: Activity,
    _ measure: Measure,
    _ cadence: Cadence,
    in days: ClosedRange<LocalDay>,
    today: LocalDay,
    weekStart: WeekStart
  ) {
    self.measure = measure
    self.cadence = cadence
    title = "\(measure.heading) per \(cadence.noun)"
    let points = cadence.periods(in: days, weekStart).map { period in
      ChartPoint(
        days: period,
        label: CalendarText.label(period, cadence),
        name: CalendarText.period(period, cadence),
        value: activity.amount(of: measure, in: period).value ?? 0,
        isPartial: period.contains(today)
      )
    }
    self.points = points
    sum = activity.sum(
      of: measure,
      points.map { $0.value },
      in: points.first.map { $0.days.lowerBound...points[points.count - 1].days.upperBound } ?? days
    )
    exclusions = activity.bookExclusions(of: measure, points)
  }

  /// The number of bars, the highest bar, the empty bars, the total and the excluded books.
  public var summary: String { points.summary(sum, measure, cadence) + exclusions.text }

  /// The amount of each period.
  public var table: ChartTable {
    ChartTable(
      columns: [cadence.noun, measure.name],
      rows: points.map { ChartTable.Row(name: $0.name, values: [$0.value]) }
    )
  }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    let scale = Scale(measure, upTo: points.map { $0.value }.max() ?? 0)
    let plot = Plot(width: width, scale: scale, measure: measure, count: points.count)
    var svg = SVG()
    plot.frame(title, measure, in: &svg)
    for (index, point) in points.enumerated() where point.value > 0 {
      bar(point, index, plot, &svg)
    }
    amounts(plot, &svg)
    plot.labelIfEmpty(points.allSatisfy { $0.value == 0 }, in: &svg)
    plot.labels(points.enumerated().map { ($1.label, plot.middle($0)) }, in: &svg)
    return Drawing(svg: svg, height: Plot.height)
  }

  private func bar(_ point: ChartPoint, _ index: Int, _ plot: Plot, _ svg: inout SVG) {
    let share = plot.x(index + 1) - plot.x(index)
    let wide = min(64, max(2, share * 7 / 10))
    let (x, y) = (plot.middle(index) - wide / 2, min(plot.y(point.value), plot.bottom - 1))
    svg.rect(
      SVG.Box(x: x, y: y, width: wide, height: plot.bottom - y),
      radius: wide > 8 ? 2 : 0,
      point.isPartial ? .partial : .full,
      class: point.isPartial ? "cairn-mark cairn-partial" : "cairn-mark",
      note: "\(point.name): \(measure.text(point.value))\(point.isPartial ? " so far" : "")"
    )
  }

  /// Draws the amounts above the bars if all of them fit.
  private func amounts(_ plot: Plot, _ svg: inout SVG) {
    let widest = points.map { measure.brief($0.value).count }.max() ?? 0
    guard widest * 7 + 6 < plot.x(1) - plot.x(0) else { return }
    for (index, point) in points.enumerated() where point.value > 0 {
      let y = plot.y(point.value) - 6
      svg.label(measure.brief(point.value), plot.middle(index), y, .middle)
    }
  }
}

extension Measure {
  /// The measure's name at the start of a heading: `Time`.
  var heading: String {
    switch self {
    case .minutes: "Time"
    case .pages: "Pages"
    case .books: "Books finished"
    default: "Sessions"
    }
  }
}

extension Activity {
  /// Books that may belong to the periods but belong to no single one for certain.
  fileprivate func bookExclusions(of measure: Measure, _ points: [ChartPoint]) -> [Exclusion] {
    guard measure == .books, let first = points.first, let last = points.last else { return [] }
    let all = amount(of: .books, in: first.days.lowerBound...last.days.upperBound)
    let shown = points.reduce(0) { $0 + $1.value }
    let between = Int((all.value ?? 0) - shown)
    let (inexact, undated) = (Exclusion.inexact(0).reason, Exclusion.undated(0).reason)
    let counts = { reason in all.exclusions.first { $0.reason == reason }?.count ?? 0 }
    let left = [Exclusion.inexact(counts(inexact) + between), .undated(counts(undated))]
    return left.filter { $0.count > 0 }
  }
}

extension [Exclusion] {
  /// ` 2 books excluded: no finish date.`, or an empty string.
  var text: String {
    map { " \(counted($0.count, "book")) excluded: \($0.reason)." }.joined()
  }
}

extension [ChartPoint] {
  /// A summary of the chart in two or three sentences.
  fileprivate func summary(_ sum: Int64, _ measure: Measure, _ cadence: Cadence) -> String {
    guard let first, let last else { return "No data yet." }
    let range =
      count == 1 ? first.name : "\(count) \(cadence.noun)s from \(first.name) to \(last.name)"
    guard let best = self.max(by: { $0.value < $1.value }), best.value > 0 else {
      return "\(range): no activity."
    }
    let empty = self.count { $0.value == 0 }
    let none = empty == 0 ? "" : " \(empty) \(cadence.noun)\(empty == 1 ? "" : "s") off."
    return """
      \(range): \(measure.text(sum)) in total. Best \(cadence.noun): \(measure.text(best.value)), \
      \(best.name).\(none)
      """
  }
}
