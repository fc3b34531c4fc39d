/// A chart of which only what it shows is known, not what kind it is.
///
/// Types that are found while a program runs are not there for Embedded Swift.
public struct DrawnChart: Chart {
  /// What it shows, as a heading.
  public let title: String
  /// What can be seen in it, in a sentence or two.
  public let summary: String
  /// Its numbers.
  public let table: ChartTable
  /// Its lines as text; none of a grid of days.
  public let bars: [TextBar]
  /// The grid of days, of a chart that is one.
  public let grid: DayGrid?
  private let picture: @Sendable (Int) -> Drawing

  init(_ chart: some BarredChart) {
    (title, summary, table) = (chart.title, chart.summary, chart.table)
    (bars, grid, picture) = (chart.bars, nil, { chart.draw(width: $0) })
  }

  init(_ grid: DayGrid) {
    (title, summary, table) = (grid.title, grid.summary, grid.table)
    (bars, self.grid, picture) = ([], grid, { grid.draw(width: $0) })
  }

  /// Draws it into a width of at least 280 pixels and gives its height.
  public func draw(width: Int) -> Drawing { picture(width) }
}
