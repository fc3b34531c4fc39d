import CairnHTML

/// A session as a stone: a rounded shape of ten points, each moved a little by random numbers of its seed.
///
/// All lengths are whole units of the picture; the same seed makes the same stone.
struct Stone {
  /// The horizontal centre.
  let centre: Int
  /// The height at which it lies.
  let base: Int
  let width: Int
  let height: Int
  let seed: UInt32

  /// The outline of width and height 1,000 around its centre: flat below, round above.
  private static let outline = [
    (500, 0), (429, 426), (215, 500), (-215, 500), (-429, 426), (-500, 0), (-417, -317),
    (-182, -479),
    (182, -479), (417, -317),
  ]

  /// The outline as the data of a path.
  var path: String {
    let points = moved
    let start = points[0]
    let curves = points.indices.map { curve(points, $0) }.joined()
    return "M\(start.0 / 6) \(start.1 / 6)\(curves)Z"
  }

  /// The corners, six times as large, so that the thirds of a curve stay whole.
  private var moved: [(Int, Int)] {
    var random = CoverRandom(seed: seed)
    return Self.outline.map { across, down in
      // Its foot stays level.
      let (x, y) = (random.next(in: -35...35), down > 400 ? 0 : random.next(in: -60...60))
      return (
        6 * centre + (across + x) * width * 6 / 1_000,
        6 * (base - height / 2) + (down + y) * height * 6 / 1_000
      )
    }
  }

  /// Returns the curve from one corner to the next (Catmull and Rom, 1974).
  private func curve(_ points: [(Int, Int)], _ index: Int) -> String {
    func point(_ offset: Int) -> (Int, Int) {
      points[(index + offset + points.count) % points.count]
    }
    let (before, from, to, after) = (point(-1), point(0), point(1), point(2))
    let first = (from.0 + (to.0 - before.0) / 6, from.1 + (to.1 - before.1) / 6)
    let second = (to.0 - (after.0 - from.0) / 6, to.1 - (after.1 - from.1) / 6)
    return "C\(first.0 / 6) \(first.1 / 6) \(second.0 / 6) \(second.1 / 6) \(to.0 / 6) \(to.1 / 6)"
  }

  /// Returns the stone in the hue of its class, with the light on its upper edge.
  func html(_ name: String) -> HTML {
    """
    <path class="\(name)" d="\(path)"/>\
    <path class="lit" d="M\(centre - width / 4) \(base - height * 3 / 4)q\(width / 4) \(-height / 8) \(width / 2) 0"/>
    """
  }
}
