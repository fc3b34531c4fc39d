import Cairn

/// The frame of a chart with a value axis: heading, grid lines, labels and coordinates.
struct Plot {
  let left: Int
  let right: Int
  /// The right edge of the picture.
  private let edge: Int
  let top = 56
  let bottom: Int
  let scale: Scale
  let count: Int

  /// The height of all charts with a value axis.
  static let height = 320

  /// Creates the plot of a picture with `space` pixels free on the right.
  init(width: Int, space: Int = 16, scale: Scale, measure: Measure, count: Int) {
    let widest = scale.ticks.map { Self.text($0, measure).count }.max() ?? 0
    self.init(width: width, space: space, widest: widest, scale: scale, count: count)
  }

  /// Creates the plot of a picture whose axis labels have at most `widest` characters.
  init(width: Int, space: Int, widest: Int, scale: Scale, count: Int) {
    left = 16 + 7 * widest + 8
    right = width - space
    edge = width
    bottom = Self.height - 36
    self.scale = scale
    self.count = max(1, count)
  }

  /// Returns the y coordinate of a value.
  func y(_ value: Int64) -> Int {
    bottom - Int(proportion(Int64(bottom - top), max(0, min(value, scale.top)), scale.top))
  }

  /// Returns the left edge of a point's column; that of index `count` is the right edge.
  func x(_ index: Int) -> Int { left + (right - left) * index / count }

  /// Returns the centre of a point's column.
  func middle(_ index: Int) -> Int { (x(index) + x(index + 1)) / 2 }

  /// Draws the heading, the grid lines and their values.
  func frame(_ title: String, _ measure: Measure, in svg: inout SVG) {
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    for tick in scale.ticks {
      let name = tick == 0 ? "cairn-axis" : "cairn-grid"
      svg.line((left, y(tick)), (right, y(tick)), class: name)
      svg.label(Self.text(tick, measure), left - 8, y(tick) + 4, .end)
    }
  }

  private static func text(_ tick: Int64, _ measure: Measure) -> String {
    tick == 0 ? "0" : measure.brief(tick)
  }

  /// Draws “no data yet” if the chart has no marks.
  func labelIfEmpty(_ isEmpty: Bool, in svg: inout SVG) {
    if isEmpty { svg.label("no data yet", (left + right) / 2, (top + bottom) / 2, .middle) }
  }

  /// Draws the labels that fit below the axis, always including the last one; each is centred on
  /// its x position unless it would cross the edge of the picture.
  func labels(_ labels: [(text: String, x: Int)], in svg: inout SVG) {
    var free = Int.max
    for label in labels.reversed() {
      let half = label.text.count * 4 + 3
      let x = min(label.x, edge - half)
      guard x + half <= free else { continue }
      svg.label(label.text, x, bottom + 20, .middle)
      free = x - half
    }
  }
}
