public import Cairn

/// The data of a chart as a table.
public struct ChartTable: Sendable, Equatable {
  /// The headings: first that of the row names, then one per value.
  public let columns: [String]
  /// The rows, in the order of the chart.
  public let rows: [Row]

  /// One row.
  public struct Row: Sendable, Equatable {
    /// The row heading: `Mon 5 Jan 2026`.
    public let name: String
    /// The values; nil marks an empty cell.
    public let values: [Int64?]
    /// Formatted cells that replace `values` if the columns have different units; else nil.
    public let texts: [String]?

    /// Creates a row of values in the unit of the chart.
    public init(name: String, values: [Int64?]) {
      (self.name, self.values) = (name, values)
      texts = nil
    }

    /// Creates a row of formatted cells.
    public init(name: String, texts: [String]) {
      (self.name, self.texts) = (name, texts)
      values = []
    }
  }

  /// Creates a table.
  public init(columns: [String], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }
}

/// One data point of a chart.
public struct ChartPoint: Sendable, Equatable {
  /// The period of the point.
  public let days: ClosedRange<LocalDay>
  /// The axis label: `5 Jan`.
  public let label: String
  /// The period in full: `week of Mon 5 Jan 2026`.
  public let name: String
  /// The amount.
  public let value: Int64
  /// Whether the period has not ended yet, so the value may still grow.
  public let isPartial: Bool

  /// Creates a point.
  public init(
    days: ClosedRange<LocalDay>,
    label: String,
    name: String,
    value: Int64,
    isPartial: Bool = false
  ) {
    self.days = days
    self.label = label
    self.name = name
    self.value = value
    self.isPartial = isPartial
  }
}
