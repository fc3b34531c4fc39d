import Cairn

/// The frame of a chart with a value axis: heading, lines, labels, and where numbers lie in it.
struct Plot {
  let left: Int
  let right: Int
  /// Where the picture ends.
  private let edge: Int
  let top = 56
  let bottom: Int
  let scale: Scale
  let count: Int

  /// The height of all charts with a value axis.
  static let height = 320

  /// The plot of a picture; `space` is kept free at its right.
  init(width: Int, space: Int = 16, scale: Scale, measure: Measure, count: Int) {
    let widest = scale.ticks.map { Self.text($0, measure).count }.max() ?? 0
    self.init(width: width, space: space, widest: widest, scale: scale, count: count)
  }

  /// The plot of a picture whose labels at the left have so many letters.
  init(width: Int, space: Int, widest: Int, scale: Scale, count: Int) {
    left = 16 + 7 * widest + 8
    right = width - space
    edge = width
    bottom = Self.height - 36
    self.scale = scale
    self.count = max(1, count)
  }

  /// Where a value lies.
  func y(_ value: Int64) -> Int {
    bottom - Int(proportion(Int64(bottom - top), max(0, min(value, scale.top)), scale.top))
  }

  /// Where the share of a point begins; that of `count` is the right edge.
  func x(_ index: Int) -> Int { left + (right - left) * index / count }

  /// The middle of the share of a point.
  func middle(_ index: Int) -> Int { (x(index) + x(index + 1)) / 2 }

  /// The lines across with their values, and the heading.
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

  /// Says that there is nothing, where no mark would.
  func noteIfEmpty(_ isEmpty: Bool, in svg: inout SVG) {
    if isEmpty { svg.label("nothing yet", (left + right) / 2, (top + bottom) / 2, .middle) }
  }

  /// Labels below the axis, centred on their places unless the picture ends there, as many as have
  /// room, the last one always.
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
