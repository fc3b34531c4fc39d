/// A type-erased chart.
///
/// Replaces `any Chart`, because Embedded Swift lacks runtime existential types.
public struct DrawnChart: Chart {
  /// The heading.
  public let title: String
  /// A text alternative to the picture.
  public let summary: String
  /// The data.
  public let table: ChartTable
  /// The bars as text; empty for a heat map of days.
  public let bars: [TextBar]
  /// The heat map, if the chart is one.
  public let grid: DayGrid?
  private let picture: @Sendable (Int) -> Drawing

  init(_ chart: some TextBarChart) {
    (title, summary, table) = (chart.title, chart.summary, chart.table)
    (bars, grid, picture) = (chart.bars, nil, { chart.draw(width: $0) })
  }

  init(_ grid: DayGrid) {
    (title, summary, table) = (grid.title, grid.summary, grid.table)
    (bars, self.grid, picture) = ([], grid, { grid.draw(width: $0) })
  }

  /// Draws the chart at a width of at least 280 pixels and returns its height.
  public func draw(width: Int) -> Drawing { picture(width) }
}
