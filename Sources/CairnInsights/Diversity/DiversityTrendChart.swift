public import Cairn

/// The yearly scores of several dimensions as small charts, stacked vertically.
public struct DiversityTrendChart: TextBarChart {
  /// One dimension.
  public struct Strip: Sendable, Equatable {
    /// The dimension.
    public let dimension: Dimension
    /// The score of each year in hundredths of a percent; nil without known books.
    public let values: [Int64?]
    /// The explanation of each year's score.
    let texts: [String]
  }

  /// The years, ascending and without gaps.
  public let years: [Int32]
  /// The dimensions.
  public let strips: [Strip]
  /// The scope that selected the books.
  private let scope: DiversityScope
  private let books: [Int]

  /// Creates the chart from the years found; years between them without books are empty.
  public init(
    _ found: [DiversityYear],
    _ dimensions: [Dimension] = Dimension.core,
    scope: DiversityScope
  ) {
    let (first, last) = (found.first?.year ?? 0, found.last?.year ?? -1)
    let years = first <= last ? Array(first...last) : []
    let all = years.map { year in found.first { $0.year == year }?.diversity }
    (self.years, self.scope, books) = (years, scope, all.map { $0?.books.count ?? 0 })
    strips = dimensions.map { dimension in
      let spreads = all.map { $0?.spread(dimension) }
      return Strip(
        dimension: dimension,
        values: spreads.map { $0?.score },
        texts: spreads.map {
          $0.map { DiversityText.share($0.scoreText, ofKnown: $0.known.text) }
            ?? DiversityText.noBooks
        }
      )
    }
  }

  /// The chart's heading.
  public var title: String {
    strips.count == 1 ? DiversityText.byYear(strips[0].dimension.label) : DiversityText.byYear
  }

  /// The first and latest score of each dimension, one sentence each.
  public var summary: String {
    guard !years.isEmpty else { return DiversityText.noYears }
    return DiversityText.years(of: scope.label)
      + strips.map { $0.summary(years) }.joined(separator: " ")
  }

  /// The data, one row per year.
  public var table: ChartTable {
    ChartTable(
      columns: DiversityText.yearHeads + strips.map { $0.dimension.noun },
      rows: years.enumerated().map { index, year in
        let shares = strips.map { $0.values[index].map(percent) ?? "–" }
        return ChartTable.Row(name: String(year), texts: ["\(books[index])"] + shares)
      }
    )
  }

  /// One bar per dimension and year.
  public var bars: [TextBar] {
    strips.flatMap { strip in
      zip(years, strip.values).map { year, value in
        TextBar(
          label: strips.count == 1 ? "\(year)" : "\(strip.dimension.label) \(year)",
          text: value.map(percent) ?? DiversityText.unknown,
          value: value ?? 0,
          whole: 10_000
        )
      }
    }
  }
}

extension DiversityTrendChart.Strip {
  fileprivate func summary(_ years: [Int32]) -> String {
    let known = zip(years, values).compactMap { year, value in value.map { (year, $0) } }
    guard let (first, was) = known.first, let (last, now) = known.last else {
      return DiversityText.dimensionUnknown(dimension.label) + "."
    }
    return DiversityText.shareChange(dimension.label, percent(was), first, percent(now), last)
  }
}

extension DiversityTrendChart {
  /// The height of one strip, and the distance between two.
  private static let (field, step) = (44, 84)

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    var svg = SVG()
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    for (index, strip) in strips.enumerated() { draw(strip, 76 + index * Self.step, width, &svg) }
    let bottom = 76 + max(0, strips.count - 1) * Self.step + Self.field
    labels(bottom + 22, width, &svg)
    return Drawing(svg: svg, height: bottom + 36)
  }

  /// Draws one dimension from 0 to 100 % as dots, with lines between consecutive years.
  private func draw(_ strip: Strip, _ top: Int, _ width: Int, _ svg: inout SVG) {
    let bottom = top + Self.field
    svg.label(strip.dimension.label, 16, top - 10)
    svg.line((16, top), (width - 56, top), class: "cairn-grid")
    svg.line((16, bottom), (width - 56, bottom), class: "cairn-axis")
    svg.label("100 %", width - 50, top + 4)
    svg.label("0 %", width - 50, bottom + 4)
    let points = strip.values.enumerated().map { index, value in
      value.map { (x: x(index, width), y: bottom - Int(proportion(Int64(Self.field), $0, 10_000))) }
    }
    for (one, next) in zip(points, points.dropFirst()) {
      if let one, let next { svg.curve([one, next], class: "cairn-mark") }
    }
    for (index, point) in points.enumerated() {
      guard let point, let value = strip.values[index] else { continue }
      let note =
        "\(strip.dimension.label) \(years[index]): \(percent(value)), \(strip.texts[index])"
      svg.dot(point, radius: 4, class: "cairn-mark", note: note)
    }
    if points.allSatisfy({ $0 == nil }) {
      svg.label(DiversityText.noData, (width - 40) / 2, bottom - 16, .middle)
    }
  }

  private func x(_ index: Int, _ width: Int) -> Int {
    let (left, right) = (28, width - 68)
    return years.count < 2 ? (left + right) / 2 : left + (right - left) * index / (years.count - 1)
  }

  /// Draws as many years as fit, and always the last one.
  private func labels(_ y: Int, _ width: Int, _ svg: inout SVG) {
    var free = Int.max
    for (index, year) in years.enumerated().reversed() {
      let middle = x(index, width)
      guard middle + 18 <= free else { continue }
      svg.label(String(year), middle, y, .middle)
      free = middle - 22
    }
  }
}
