import Cairn

/// A horizontal bar chart, for instance of a pyramid, of shares or of rates.
public struct RowChart: TextBarChart {
  /// One row.
  struct Row: Sendable, Equatable {
    /// The row label.
    let name: String
    /// The lengths of the bars in drawing order, longest first; later bars cover earlier ones.
    let values: [Int64]
    /// The text after the bars.
    let text: String
    /// The tooltip.
    let note: String
    /// The target of the row, for instance by a convention.
    var due: Int64?
  }

  /// The chart's heading.
  public let title: String
  /// A text alternative to the picture.
  public let summary: String
  /// The data.
  public let table: ChartTable
  let rows: [Row]
  /// The legend of the bars of a row; empty if they need none.
  let key: [String]
  /// The legend of the targets.
  var dueKey: String?
  /// The value of a full bar; nil for the largest value in the chart.
  let whole: Int64?
  /// The text shown instead of an empty chart.
  let missing: String

  /// The rows as text: the main bar in front of the first one.
  public var bars: [TextBar] {
    rows.map { row in
      TextBar(
        label: row.name,
        text: row.text,
        value: row.values.count > 2 ? row.values[1] : row.values.last ?? 0,
        behind: row.values.first ?? 0,
        whole: maximum
      )
    }
  }

  private var maximum: Int64 {
    whole ?? max(1, rows.flatMap { $0.values + [$0.due ?? 0] }.max() ?? 1)
  }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    var svg = SVG()
    svg.label(title.cut(to: (width - 24) / 9), 16, 28, size: 16, class: "cairn-heading")
    guard !rows.isEmpty else {
      svg.label(missing, 16, 60)
      return Drawing(svg: svg, height: 80)
    }
    var position = (x: 16, y: 56)
    for (index, name) in key.enumerated() {
      let (paint, style) = Self.paint(index, of: key.count)
      svg.key(name, paint, style, &position, 16..<width)
    }
    if rows.contains(where: { $0.due != nil }), let name = dueKey {
      if position.x + 18 + name.count * 7 > width { position = (16, position.y + 22) }
      svg.curve(
        [(position.x + 6, position.y - 12), (position.x + 6, position.y + 2)],
        class: "cairn-due"
      )
      svg.label(name, position.x + 18, position.y)
    }
    let top = key.isEmpty ? 44 : position.y + 16
    for (index, row) in rows.enumerated() { draw(row, top + index * Self.pitch, width, &svg) }
    return Drawing(svg: svg, height: top + rows.count * Self.pitch + 12)
  }

  private static let pitch = 28

  private func draw(_ row: Row, _ y: Int, _ width: Int, _ svg: inout SVG) {
    let letters = min(rows.map { $0.name.count }.max() ?? 0, width / 3 / 7)
    let left = 16 + 7 * letters + 8
    let right = width - 16 - 7 * (rows.map { $0.text.count }.max() ?? 0) - 8
    let available = Int64(max(20, right - left))
    svg.label(row.name.cut(to: letters), left - 8, y + 15, .end)
    for (index, value) in row.values.enumerated() where value > 0 {
      let long = max(2, Int(proportion(available, min(value, maximum), maximum)))
      let (paint, name) = Self.paint(index, of: row.values.count)
      let box = SVG.Box(x: left, y: y, width: long, height: 20)
      svg.rect(box, radius: 2, paint, class: name, note: row.note)
    }
    if let due = row.due {
      let x = left + Int(proportion(available, min(due, maximum), maximum))
      svg.curve([(x, y - 3), (x, y + 23)], class: "cairn-due")
    }
    // Places the text after both the bars and the target, because the target may exceed the bars.
    let far = max(row.values.max() ?? 0, row.due ?? 0)
    let longest = Int(proportion(available, min(far, maximum), maximum))
    svg.label(row.text, left + longest + 8, y + 15)
  }

  /// Returns the fill of a bar; the last one is the darkest.
  private static func paint(_ index: Int, of count: Int) -> (SVG.Paint, String) {
    let level = count < 2 ? 4 : [1, 3, 4][min(2, 3 - count + index)]
    return (.shade(level), "cairn-mark cairn-level-\(level)")
  }
}
