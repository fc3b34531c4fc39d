import Cairn

/// A column chart, one column per week, month or year, each with an optional paler one behind it.
public struct ColumnChart: TextBarChart {
  /// One column.
  struct Column: Sendable, Equatable {
    /// The axis label.
    let label: String
    /// The height of the column.
    let value: Int64
    /// The height of the paler column.
    let behind: Int64
    /// The tooltip.
    let note: String
    let text: String
    /// Whether the value may still grow.
    let isPartial: Bool
  }

  /// The chart's heading.
  public let title: String
  /// A text alternative to the picture.
  public let summary: String
  /// The data.
  public let table: ChartTable
  /// The format of the axis: minutes or plain numbers.
  let measure: Measure
  let columns: [Column]
  /// The legend of the paler and the darker column; empty if there is only one.
  let key: [String]

  /// The columns as text.
  public var bars: [TextBar] {
    columns.map {
      TextBar(
        label: $0.label,
        text: $0.text,
        value: $0.value,
        behind: $0.behind,
        whole: max(1, maximum)
      )
    }
  }

  private var maximum: Int64 { columns.map { max($0.value, $0.behind) }.max() ?? 0 }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    let scale = Scale(measure, upTo: maximum)
    let plot = Plot(width: width, scale: scale, measure: measure, count: columns.count)
    var svg = SVG()
    plot.frame(title, measure, in: &svg)
    for (index, column) in columns.enumerated() { draw(column, index, plot, &svg) }
    plot.labelIfEmpty(maximum == 0, in: &svg)
    plot.labels(columns.enumerated().map { ($1.label, plot.middle($0)) }, in: &svg)
    guard !key.isEmpty else { return Drawing(svg: svg, height: Plot.height) }
    var position = (x: plot.left, y: Plot.height + 8)
    svg.key(key[0], .shade(1), "cairn-mark cairn-level-1", &position, 16..<width)
    svg.key(key[1], .full, "cairn-mark", &position, 16..<width)
    return Drawing(svg: svg, height: position.y + 16)
  }

  private func draw(_ column: Column, _ index: Int, _ plot: Plot, _ svg: inout SVG) {
    let share = plot.x(index + 1) - plot.x(index)
    let wide = min(64, max(2, share * 7 / 10))
    for (value, isBehind) in [(column.behind, true), (column.value, false)] where value > 0 {
      let y = min(plot.y(value), plot.bottom - 1)
      let width = isBehind || column.behind == 0 ? wide : max(2, wide * 6 / 10)
      let box = SVG.Box(
        x: plot.middle(index) - width / 2,
        y: y,
        width: width,
        height: plot.bottom - y
      )
      let solid = column.isPartial ? SVG.Paint.partial : .full
      svg.rect(
        box,
        radius: width > 8 ? 2 : 0,
        isBehind ? .shade(1) : solid,
        class: isBehind ? "cairn-mark cairn-level-1" : "cairn-mark",
        note: column.note
      )
    }
  }
}
