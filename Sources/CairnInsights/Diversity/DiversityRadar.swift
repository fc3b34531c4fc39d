public import Cairn

/// A radar chart of five or seven dimensions; dimensions without known values are dashed.
public struct DiversityRadar: TextBarChart {
  /// One axis.
  public struct Axis: Sendable, Equatable {
    /// The dimension.
    public let dimension: Dimension
    /// The value in hundredths of a percent; nil without known books.
    public let value: Int64?
    /// The text beside it: `14 of 23 outside “Europe”`.
    public let text: String
    /// The mean of other people; nil if it is not shown.
    public var others: ComparisonShare?
  }

  /// The chart's heading.
  public let title: String
  /// A text alternative to the picture.
  public let summary: String
  /// The data.
  public let table: ChartTable
  /// The axes, clockwise from the top.
  public let axes: [Axis]
  /// The overall value; nil if there is no meaningful one.
  let middle: String?

  /// The axes as text.
  public var bars: [TextBar] {
    axes.map {
      TextBar(
        label: $0.dimension.label,
        text: $0.value.map(percent) ?? DiversityText.unknown,
        value: $0.value ?? 0,
        whole: 10_000
      )
    }
  }

  /// Returns the radius of the outer ring at a drawing width.
  private static func radius(_ width: Int) -> Int64 {
    Int64(min(120, max(64, (width - 216) / 2)))
  }

  private static func centre(_ width: Int) -> (x: Int, y: Int) {
    (x: width / 2, y: 84 + Int(radius(width)))
  }

  /// Returns the ends of the axes in the drawing's pixels, where a page places its links.
  public func ends(width: Int) -> [(x: Int, y: Int)] {
    RadarChart.rays(axes.count).map {
      RadarChart.point(Self.centre(width), $0, Self.radius(width), 1, 1)
    }
  }

  /// Returns the height in pixels at a drawing width.
  public func height(width: Int) -> Int {
    Self.centre(width).y + Int(Self.radius(width)) + (hasOthers ? 92 : 76)
  }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    var svg = SVG()
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    let (radius, centre) = (Self.radius(width), Self.centre(width))
    let rays = RadarChart.rays(axes.count)
    for ring in [25, 50, 75, 100] as [Int64] { draw(ring: ring, rays, centre, radius, &svg) }
    for (ray, axis) in zip(rays, axes) {
      let end = RadarChart.point(centre, ray, radius, 1, 1)
      if axis.value == nil {
        svg.curve([centre, end], dashed: true, class: "cairn-due")
        svg.label("+", end.x, end.y + 5, .middle, size: 16)
      } else {
        svg.line(centre, end, class: "cairn-grid")
      }
      label(axis, ray, RadarChart.point(centre, ray, radius + 14, 1, 1), width, &svg)
    }
    svg.area(
      zip(rays, axes).map { RadarChart.point(centre, $0, radius, $1.value ?? 0, 10_000) },
      class: "cairn-mark"
    )
    rings(rays, centre, radius, &svg)
    dots(rays, centre, radius, &svg)
    let foot = centre.y + Int(radius) + 56
    svg.label(middle ?? DiversityText.edge, 16, foot)
    if hasOthers {
      svg.ring((20, foot + 16), radius: 5, class: "cairn-others", note: DiversityText.othersHeading)
      svg.label(DiversityText.othersKey, 32, foot + 20)
    }
    if axes.contains(where: { $0.value == nil }) {
      svg.label(DiversityText.dashed, width - 16, foot, .end)
    }
    return Drawing(svg: svg, height: height(width: width))
  }

  private func draw(
    ring: Int64,
    _ rays: [(Int64, Int64)],
    _ centre: (x: Int, y: Int),
    _ radius: Int64,
    _ svg: inout SVG
  ) {
    let ends = rays.map { RadarChart.point(centre, $0, radius, ring, 100) }
    for (index, end) in ends.enumerated() {
      svg.line(end, ends[(index + 1) % ends.count], class: "cairn-grid")
    }
  }

  private func dots(
    _ rays: [(Int64, Int64)],
    _ centre: (x: Int, y: Int),
    _ radius: Int64,
    _ svg: inout SVG
  ) {
    for (ray, axis) in zip(rays, axes) {
      guard let value = axis.value else { continue }
      let point = RadarChart.point(centre, ray, radius, value, 10_000)
      let note = DiversityText.dimensionSummary(
        "\(axis.dimension.label):",
        percent(value),
        axis.text
      )
      svg.dot(point, radius: 4, class: "cairn-mark", note: note)
    }
  }

  /// Whether it compares with other people.
  private var hasOthers: Bool { axes.contains { $0.others != nil } }

  /// Draws the means of other people as rings, and a dashed line between neighbouring rings.
  private func rings(
    _ rays: [(Int64, Int64)],
    _ centre: (x: Int, y: Int),
    _ radius: Int64,
    _ svg: inout SVG
  ) {
    let points = zip(rays, axes).map { ray, axis in
      axis.others.map { RadarChart.point(centre, ray, radius, $0.percent, 100) }
    }
    for (index, point) in points.enumerated() {
      guard let point, let others = axes[index].others else { continue }
      if let next = points[(index + 1) % points.count] {
        svg.curve([point, next], dashed: true, class: "cairn-others")
      }
      let note = DiversityText.others(others.dimension.label, others.text)
      svg.ring(point, radius: 6, class: "cairn-others", note: note)
    }
  }

  /// Draws the name of an axis and its value below.
  private func label(
    _ axis: Axis,
    _ ray: (Int64, Int64),
    _ point: (x: Int, y: Int),
    _ width: Int,
    _ svg: inout SVG
  ) {
    let isSide = abs(ray.0) > 200
    let available = isSide ? (ray.0 > 0 ? width - point.x : point.x) - 8 : 160
    let lift = ray.1 < -900 ? -18 : ray.1 > 500 ? 10 : -2
    let anchor: SVG.Anchor = !isSide ? .middle : ray.0 > 0 ? .start : .end
    svg.label(axis.dimension.label.cut(to: available * 2 / 13), point.x, point.y + lift, anchor)
    svg.label(
      axis.value.map(percent) ?? DiversityText.unknown,
      point.x,
      point.y + lift + 16,
      anchor
    )
  }
}

extension Diversity {
  /// A radar chart of completeness in the five core dimensions.
  public var completenessChart: DiversityRadar {
    let axes = core.map { spread in
      DiversityRadar.Axis(
        dimension: spread.dimension,
        value: spread.known > .zero ? spread.completeness : nil,
        text: DiversityText.known(spread.known.text, of: spread.books.text)
      )
    }
    let overall = knownShare.map(percent) ?? "0 %"
    return DiversityRadar(
      title: DiversityText.completeness,
      summary: DiversityText.overall(overall, of: scope.label) + " " + Self.dimensionSummary(axes),
      table: Self.table(axes, DiversityText.completenessHeads),
      axes: axes,
      middle: DiversityText.overall(overall)
    )
  }

  /// A radar chart of the diversity score in each dimension with known books.
  public var representationChart: DiversityRadar {
    let shown = spreads.filter { Dimension.core.contains($0.dimension) || $0.known > .zero }
    let own = shown.count == 6 ? core : shown
    let axes = own.map { spread in
      DiversityRadar.Axis(
        dimension: spread.dimension,
        value: spread.score,
        text: DiversityText.share(spread.scoreText, ofKnown: spread.known.text)
      )
    }
    return DiversityRadar(
      title: DiversityText.representation,
      summary: Self.dimensionSummary(axes),
      table: Self.table(axes, DiversityText.representationHeads),
      axes: axes,
      middle: nil
    )
  }

  private static func dimensionSummary(_ axes: [DiversityRadar.Axis]) -> String {
    axes.map { axis in
      axis.value.map {
        DiversityText.dimensionSummary(axis.dimension.label, percent($0), axis.text)
      }
        ?? DiversityText.dimensionUnknown(axis.dimension.label)
    }.joined(separator: "; ") + "."
  }

  private static func table(_ axes: [DiversityRadar.Axis], _ columns: [String]) -> ChartTable {
    ChartTable(
      columns: columns,
      rows: axes.map {
        ChartTable.Row(
          name: $0.dimension.label,
          texts: [$0.value.map(percent) ?? DiversityText.unknown, $0.text]
        )
      }
    )
  }
}

extension DiversityRadar {
  /// Returns the chart with the means of other people; unchanged if `others` is empty.
  public func beside(_ others: [ComparisonShare]) -> DiversityRadar {
    guard !others.isEmpty else { return self }
    let axes = axes.map { axis in
      var axis = axis
      axis.others = others.first { $0.dimension == axis.dimension }
      return axis
    }
    let dimensionSummary = others.map { "\($0.dimension.label) \($0.text)" }.joined(separator: "; ")
    let rows = zip(axes, table.rows).map { axis, row -> ChartTable.Row in
      let texts = row.texts ?? []
      return ChartTable.Row(
        name: row.name,
        texts: texts.prefix(1) + [axis.others?.figure ?? DiversityText.notShown] + texts.dropFirst()
      )
    }
    return DiversityRadar(
      title: title,
      summary: DiversityText.others(summary, all: dimensionSummary),
      table: ChartTable(
        columns: table.columns.prefix(2) + [DiversityText.othersHeading]
          + table.columns.dropFirst(2),
        rows: rows
      ),
      axes: axes,
      middle: middle
    )
  }
}

extension DimensionSpread {
  /// A bar chart of the categories, with unknown last.
  public var chart: RowChart {
    let rows = shares.map { one in
      row(one.label, one.parts, share(one.value).map { DiversityText.ofKnown(percent($0)) } ?? "")
    }
    let last = unknown > .zero ? [row(DiversityText.unknownRow, unknown, "")] : []
    return RowChart(
      title: dimension.label,
      summary: summary,
      table: ChartTable(
        columns: DiversityText.categoryHeads,
        rows: (rows + last).map { ChartTable.Row(name: $0.name, texts: [$0.text, $0.note]) }
      ),
      rows: rows + last,
      key: [],
      whole: max(1, books.hundredths),
      missing: DiversityText.noBooks
    )
  }

  private var summary: String {
    DiversityText.isKnown(
      dimension.label,
      known.text,
      of: books.text,
      mostly: shares.first?.label
    )
  }

  private func row(_ name: String, _ parts: Parts, _ note: String) -> RowChart.Row {
    RowChart.Row(name: name, values: [parts.hundredths], text: parts.text, note: note)
  }
}
