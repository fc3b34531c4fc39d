import CairnHTML

/// What decorates a generated cover; the order is a part of the format.
enum CoverOrnament: CaseIterable, Sendable {
  case ridge, cloth, arch, band, sun, frame, waves, rays, stripes, moons, stones

  /// The space for the lettering.
  var box: CoverTitle.Box {
    switch self {
    case .cloth: CoverTitle.Box(top: 38, height: 62, isCentred: true)
    case .band: CoverTitle.Box(top: 64, height: 58, isCentred: true)
    case .frame: CoverTitle.Box(top: 34, height: 92)
    case .arch: CoverTitle.Box(top: 15, height: 56)
    default: CoverTitle.Box(top: 15, height: 72)
    }
  }

  /// Draws the ornament.
  func drawing(_ palette: CoverPalette, _ random: CoverRandom) -> HTML {
    var random = random
    switch self {
    case .ridge: return Self.ridge(palette, &random)
    case .cloth: return Self.cloth(palette)
    case .arch: return Self.arch(palette)
    case .band: return Self.band(palette)
    case .sun: return Self.sun(palette, &random)
    case .frame: return Self.frame(palette)
    case .waves: return Self.waves(palette)
    case .rays: return Self.rays(palette)
    case .stripes: return Self.stripes(palette, &random)
    case .moons: return Self.moons(palette)
    case .stones: return Self.stones(palette, &random)
    }
  }

  /// A sun behind three ranges of hills.
  private static func ridge(_ palette: CoverPalette, _ random: inout CoverRandom) -> HTML {
    let (x, radius) = (random.next(in: 32...88), random.next(in: 14...20))
    let layers = [
      (palette.quiet, "0.7", 118), (palette.quiet, "1", 136), (palette.lettering, "0.16", 154),
    ]
    .map { hills($0.0, $0.1, at: $0.2, &random) }
    return """
      <circle cx="\(x)" cy="104" r="\(radius)" fill="\(palette.bright)"/>\(fragment: HTML(layers))
      """
  }

  private static func hills(
    _ fill: String,
    _ opacity: String,
    at height: Int,
    _ random: inout CoverRandom
  ) -> HTML {
    var path = "M0 180V\(height)"
    var last = height
    for x in stride(from: 20, through: 120, by: 20) {
      let next = height + random.next(in: -8...8)
      path += "C\(x - 10) \(last) \(x - 10) \(next) \(x) \(next)"
      last = next
    }
    return """
      <path d="\(path)V180Z" fill="\(fill)" opacity="\(opacity)"/>
      """
  }

  /// A bound book with a label.
  private static func cloth(_ palette: CoverPalette) -> HTML {
    """
    <path d="M10 10H110V170H10Z" fill="none" stroke="\(palette.quiet)" stroke-width="1.4"/>\
    <path d="M22 30H98M22 108H98" stroke="\(palette.bright)" stroke-width="1.4"/>\
    <path d="M60 128l9 12-9 12-9-12z" fill="\(palette.bright)"/>
    """
  }

  /// Four arches, one within the other.
  private static func arch(_ palette: CoverPalette) -> HTML {
    let fills = [palette.bright, palette.ground, palette.quiet, palette.ground]
    return HTML(
      fills.enumerated().map { number, fill -> HTML in
        let radius = 54 - number * 12
        return """
          <path d="M\(60 - radius) 180V\(136 + number * 8)a\(radius) \(radius) 0 0 1 \(radius * 2) 0V180Z" fill="\(fill)"/>
          """
      }
    )
  }

  /// A band with the title, and a star above it.
  private static func band(_ palette: CoverPalette) -> HTML {
    """
    <rect y="60" width="120" height="66" fill="\(palette.lettering)"/>\
    <path d="M0 56.5H120M0 129.5H120" stroke="\(palette.bright)" stroke-width="1.4"/>\
    <path d="M60 18l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z" fill="\(palette.bright)"/>
    """
  }

  /// A sun that sets behind lines.
  private static func sun(_ palette: CoverPalette, _ random: inout CoverRandom) -> HTML {
    let (x, radius) = (random.next(in: 46...74), random.next(in: 26...32))
    let lines = (0..<5).map { number -> HTML in
      """
      <path d="M0 \(126 + number * 7)H120" stroke="\(palette.ground)" stroke-width="\(number + 2)"/>
      """
    }
    return """
      <circle cx="\(x)" cy="130" r="\(radius)" fill="\(palette.bright)"/>\(fragment: HTML(lines))\
      <path d="M0 166H120" stroke="\(palette.quiet)" stroke-width="1.4"/>
      """
  }

  /// Two frames with a mark in the lower part.
  private static func frame(_ palette: CoverPalette) -> HTML {
    """
    <path d="M8 8H112V172H8Z" fill="none" stroke="\(palette.bright)" stroke-width="2"/>\
    <path d="M13 13H107V167H13Z" fill="none" stroke="\(palette.quiet)" stroke-width="1"/>\
    <circle cx="60" cy="146" r="8" fill="\(palette.bright)"/><circle cx="60" cy="146" r="4" fill="\(palette.ground)"/>
    """
  }

  /// Rows of waves.
  private static func waves(_ palette: CoverPalette) -> HTML {
    let rows = (0..<5).map { number -> HTML in
      let (x, y) = (number.isMultiple(of: 2) ? -20 : -35, 108 + number * 15)
      let fill = number == 1 ? palette.bright : palette.quiet
      let crests = String(repeating: "q7.5 -12 15 0t15 0", count: 6)
      return """
        <path d="M\(x) \(y)\(crests)" fill="none" stroke="\(fill)" stroke-width="3"/>
        """
    }
    return HTML(rows)
  }

  /// Rays that rise from the lower edge.
  private static func rays(_ palette: CoverPalette) -> HTML {
    let ends = [(-60, 130), (-20, 100), (22, 92), (60, 90), (98, 92), (140, 100), (180, 130)]
    let rays = ends.map { x, y -> HTML in
      """
      <path d="M60 184L\(x - 7) \(y)H\(x + 7)Z" fill="\(palette.quiet)"/>
      """
    }
    return """
      \(fragment: HTML(rays))<circle cx="60" cy="184" r="34" fill="\(palette.bright)"/>
      """
  }

  /// Vertical stripes like the spines on a shelf.
  private static func stripes(_ palette: CoverPalette, _ random: inout CoverRandom) -> HTML {
    let fills = [palette.quiet, palette.bright, palette.lettering]
    let spines = (0..<8).map { number -> HTML in
      let top = random.next(in: 104...128)
      return """
        <rect x="\(10 + number * 13)" y="\(top)" width="9" height="\(172 - top)" fill="\(fills[random.next(in: 0...2)])"/>
        """
    }
    return """
      \(fragment: HTML(spines))<path d="M6 173H114" stroke="\(palette.lettering)" stroke-width="2"/>
      """
  }

  /// The phases of the moon.
  private static func moons(_ palette: CoverPalette) -> HTML {
    let phases = [(24, 9, 8), (60, 16, 0), (96, 9, -8)]
    return HTML(
      phases.map { x, radius, shadow -> HTML in
        """
        <circle cx="\(x)" cy="136" r="\(radius)" fill="\(palette.bright)"/>\
        \(fragment: shadow == 0 ? nil : moonShadow(x + shadow, radius, palette.ground))
        """
      }
    )
  }

  private static func moonShadow(_ x: Int, _ radius: Int, _ fill: String) -> HTML {
    """
    <circle cx="\(x)" cy="136" r="\(radius)" fill="\(fill)"/>
    """
  }

  /// A cairn of three stones.
  private static func stones(_ palette: CoverPalette, _ random: inout CoverRandom) -> HTML {
    let fills = [palette.quiet, palette.lettering, palette.bright]
    let stones = fills.enumerated().map { number, fill -> HTML in
      let (x, width) = (60 + random.next(in: -5...5), 38 - number * 10)
      return """
        <ellipse cx="\(x)" cy="\(156 - number * 21)" rx="\(width)" ry="\(12 - number)" fill="\(fill)"/>
        """
    }
    return """
      \(fragment: HTML(stones))<path d="M14 169H106" stroke="\(palette.quiet)" stroke-width="1.4"/>
      """
  }
}
