public import Cairn

/// The numbers of a chart as a table: what a chart shows, and nothing else.
public struct ChartTable: Sendable, Equatable {
  /// The headings: what a row is of, then what each of its numbers is.
  public let columns: [String]
  /// The rows, in the order of the chart.
  public let rows: [Row]

  /// One row.
  public struct Row: Sendable, Equatable {
    /// What it is of: `Mon 5 Jan 2026`.
    public let name: String
    /// Its numbers, nil where there is none.
    public let values: [Int64?]
    /// What is shown instead of the numbers, where they are no amounts of one measure; else nil.
    public let texts: [String]?

    /// Makes a row.
    public init(name: String, values: [Int64?]) {
      (self.name, self.values) = (name, values)
      texts = nil
    }

    /// Makes a row of numbers that are each written in a way of their own, and of words.
    public init(name: String, texts: [String]) {
      (self.name, self.texts) = (name, texts)
      values = []
    }
  }

  /// Makes a table.
  public init(columns: [String], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }
}

/// One number of a chart.
public struct ChartPoint: Sendable, Equatable {
  /// The days it is of.
  public let days: ClosedRange<LocalDay>
  /// What stands below it: `5 Jan`.
  public let label: String
  /// What it is of in full: `week of Mon 5 Jan 2026`.
  public let name: String
  /// How much.
  public let value: Int64
  /// Whether its days are not all over, so that it may still grow.
  public let isPartial: Bool

  /// Makes a point.
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
