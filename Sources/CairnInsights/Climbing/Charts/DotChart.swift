import Cairn

/// A dot chart with one value per week, month or year, on an axis with custom labels.
public struct DotChart: TextBarChart {
  /// One value.
  struct Dot: Sendable, Equatable {
    /// The axis label.
    let label: String
    /// The value; nil if the period has none.
    let value: Int64?
    /// The tooltip.
    let note: String
    let text: String
  }

  /// The chart's heading.
  public let title: String
  /// A text alternative to the picture.
  public let summary: String
  /// The data.
  public let table: ChartTable
  let dots: [Dot]
  /// The grid lines from the lowest upwards, with their labels.
  let ticks: [(value: Int64, name: String)]
  /// The text shown instead of an empty chart.
  let missing: String

  /// The dots as text; dots without a value have no bar.
  public var bars: [TextBar] {
    let (low, high) = range
    return dots.map { dot in
      TextBar(
        label: dot.label,
        text: dot.value == nil ? "" : dot.text,
        value: dot.value.map { max(1, $0 - low + 1) } ?? 0,
        whole: max(1, high - low + 1)
      )
    }
  }

  private var range: (Int64, Int64) { (ticks.first?.value ?? 0, ticks.last?.value ?? 1) }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    let widest = ticks.map { $0.name.count }.max() ?? 0
    let plot = Plot(
      width: width,
      space: 24,
      widest: widest,
      scale: Scale(.sessions, upTo: 1),
      count: dots.count
    )
    var svg = SVG()
    svg.label(title.cut(to: (width - 24) / 9), 16, 28, size: 16, class: "cairn-heading")
    for (index, tick) in ticks.enumerated() {
      let y = self.y(tick.value, plot)
      svg.line((plot.left, y), (plot.right, y), class: index == 0 ? "cairn-axis" : "cairn-grid")
      svg.label(tick.name, plot.left - 8, y + 4, .end)
    }
    let known = dots.enumerated().compactMap { index, dot in
      dot.value.map { (dot: dot, x: plot.middle(index), y: self.y($0, plot)) }
    }
    if known.count > 1 { svg.curve(known.map { ($0.x, $0.y) }, class: "cairn-mark") }
    for one in known {
      let radius = known.count > 60 ? 2 : 4
      svg.dot((one.x, one.y), radius: radius, class: "cairn-mark", note: one.dot.note)
    }
    if known.isEmpty {
      svg.label(missing, (plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2, .middle)
    }
    plot.labels(dots.enumerated().map { ($1.label, plot.middle($0)) }, in: &svg)
    return Drawing(svg: svg, height: Plot.height)
  }

  private func y(_ value: Int64, _ plot: Plot) -> Int {
    let (low, high) = range
    let part = min(max(0, value - low), high - low)
    return plot.bottom - Int(proportion(Int64(plot.bottom - plot.top), part, max(1, high - low)))
  }
}
