import Cairn

/// A radar chart of the tags that helped and hindered, as two overlaid areas.
public struct RadarChart: TextBarChart {
  /// The chart's heading.
  public let title: String
  /// A text alternative to the picture.
  public let summary: String
  /// The data.
  public let table: ChartTable
  /// The tags on the axes, clockwise from the top; empty if there are too few for a radar.
  let corners: [TagBalance]
  /// All tags.
  let all: [TagBalance]
  let missing: String

  /// All tags as text; each bar shows the helped marks out of all marks.
  public var bars: [TextBar] {
    let maximum = all.map { $0.marked }.max() ?? 1
    return all.map {
      TextBar(
        label: $0.tag.name,
        text: "+\($0.helped) −\($0.hindered)",
        value: $0.helped,
        behind: $0.marked,
        whole: maximum
      )
    }
  }

  /// The largest helped or hindered count of any axis, never their sum.
  var largest: Int64 { max(1, corners.map { max($0.helped, $0.hindered) }.max() ?? 1) }

  /// Draws the chart.
  public func draw(width: Int) -> Drawing {
    var svg = SVG()
    svg.label(title, 16, 28, size: 16, class: "cairn-heading")
    guard !corners.isEmpty else {
      svg.label(missing, 16, 60)
      return Drawing(svg: svg, height: 80)
    }
    let radius = Int64(min(110, max(60, (width - 210) / 2)))
    let middle = (x: width / 2, y: 76 + Int(radius))
    let rays = Self.rays(corners.count)
    let ends = rays.map { Self.point(middle, $0, radius, 1, 1) }
    for end in ends { svg.line(middle, end, class: "cairn-grid") }
    for (index, end) in ends.enumerated() {
      svg.line(end, ends[(index + 1) % ends.count], class: "cairn-grid")
      name(
        corners[index].tag.name,
        rays[index],
        Self.point(middle, rays[index], radius + 10, 1, 1),
        width,
        &svg
      )
    }
    draw(zip(rays, corners.map { $0.hindered }).map { ($0, $1) }, middle, radius, true, &svg)
    draw(zip(rays, corners.map { $0.helped }).map { ($0, $1) }, middle, radius, false, &svg)
    dots(rays, middle, radius, &svg)
    let y = middle.y + Int(radius) + 52
    svg.curve([(16, y - 4), (34, y - 4)], class: "cairn-mark")
    svg.label("helped", 40, y)
    svg.curve([(110, y - 4), (128, y - 4)], dashed: true, class: "cairn-due")
    svg.label("hindered", 134, y)
    svg.label("edge: \(largest)", width - 16, y, .end)
    return Drawing(svg: svg, height: y + 20)
  }

  private func draw(
    _ values: [((Int64, Int64), Int64)],
    _ middle: (x: Int, y: Int),
    _ radius: Int64,
    _ isHindered: Bool,
    _ svg: inout SVG
  ) {
    let points = values.map { Self.point(middle, $0.0, radius, $0.1, largest) }
    let name = isHindered ? "cairn-due" : "cairn-mark"
    svg.area(points, dashed: isHindered, class: name)
  }

  private func dots(
    _ rays: [(Int64, Int64)],
    _ middle: (x: Int, y: Int),
    _ radius: Int64,
    _ svg: inout SVG
  ) {
    for (ray, one) in zip(rays, corners) {
      let note = "\(one.tag.name): helped \(one.helped), hindered \(one.hindered)"
      let point = Self.point(middle, ray, radius, one.helped, largest)
      svg.dot(point, radius: 4, class: "cairn-mark", note: note)
    }
  }

  private func name(
    _ text: String,
    _ ray: (Int64, Int64),
    _ point: (x: Int, y: Int),
    _ width: Int,
    _ svg: inout SVG
  ) {
    let isSide = abs(ray.0) > 200
    let available = isSide ? (ray.0 > 0 ? width - point.x : point.x) - 8 : 160
    let lift = ray.1 < -900 ? -2 : ray.1 > 900 ? 14 : 4
    let anchor: SVG.Anchor = !isSide ? .middle : ray.0 > 0 ? .start : .end
    svg.label(text.cut(to: available / 7), point.x, point.y + lift, anchor)
  }

  /// Returns the position of a value on a ray.
  static func point(
    _ middle: (x: Int, y: Int),
    _ ray: (Int64, Int64),
    _ radius: Int64,
    _ value: Int64,
    _ whole: Int64
  ) -> (x: Int, y: Int) {
    let far = radius * value
    return (
      middle.x + Int(far * ray.0 / (1_000 * whole)), middle.y + Int(far * ray.1 / (1_000 * whole))
    )
  }

  /// Returns the directions of `count` axes, clockwise from the top, in thousandths.
  ///
  /// Uses constants for the cosine and sine of one step, because no maths library is linked.
  static func rays(_ count: Int) -> [(Int64, Int64)] {
    let steps: [Int: (Int64, Int64)] = [
      3: (-500_000, 866_025), 4: (0, 1_000_000), 5: (309_017, 951_057), 6: (500_000, 866_025),
      7: (623_490, 781_831), 8: (707_107, 707_107),
    ]
    guard let (cosine, sine) = steps[count] else { return [] }
    var ray: (Int64, Int64) = (0, -1_000_000)
    return (0..<count).map { _ in
      defer {
        ray = (
          (ray.0 * cosine - ray.1 * sine) / 1_000_000, (ray.0 * sine + ray.1 * cosine) / 1_000_000
        )
      }
      return (ray.0 / 1_000, ray.1 / 1_000)
    }
  }
}
