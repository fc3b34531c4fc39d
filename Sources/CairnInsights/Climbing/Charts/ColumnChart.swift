import Cairn

/// Columns side by side, one for each week, month or year, with a paler one behind each.
public struct ColumnChart: BarredChart {
  /// One column.
  struct Column: Sendable, Equatable {
    /// What stands below it.
    let label: String
    /// How high it is.
    let value: Int64
    /// How high the paler one is.
    let behind: Int64
    /// What a pointer shows, and what it is as text.
    let note: String
    let text: String
    /// Whether it may still grow.
    let isPartial: Bool
  }

  /// What it shows.
  public let title: String
  /// What can be seen in it.
  public let summary: String
  /// Its numbers.
  public let table: ChartTable
  /// How its axis is written: minutes, or numbers.
  let measure: Measure
  let columns: [Column]
  /// What the paler and the darker column are; empty where there is one alone.
  let key: [String]

  /// The columns as text.
  public var bars: [TextBar] {
    columns.map {
      TextBar(
        label: $0.label,
        text: $0.text,
        value: $0.value,
        behind: $0.behind,
        whole: max(1, most)
      )
    }
  }

  private var most: Int64 { columns.map { max($0.value, $0.behind) }.max() ?? 0 }

  /// Draws it.
  public func draw(width: Int) -> Drawing {
    let scale = Scale(measure, upTo: most)
    let plot = Plot(width: width, scale: scale, measure: measure, count: columns.count)
    var svg = SVG()
    plot.frame(title, measure, in: &svg)
    for (index, column) in columns.enumerated() { draw(column, index, plot, &svg) }
    plot.noteIfEmpty(most == 0, in: &svg)
    plot.labels(columns.enumerated().map { ($1.label, plot.middle($0)) }, in: &svg)
    guard !key.isEmpty else { return Drawing(svg: svg, height: Plot.height) }
    var place = (x: plot.left, y: Plot.height + 8)
    svg.key(key[0], .shade(1), "cairn-mark cairn-level-1", &place, 16..<width)
    svg.key(key[1], .full, "cairn-mark", &place, 16..<width)
    return Drawing(svg: svg, height: place.y + 16)
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
