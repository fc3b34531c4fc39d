/// A builder of SVG elements whose attributes are whole numbers and names.
///
/// It writes no script and no style attribute. Colours are presentation attributes: any CSS rule
/// of a page overrides them, and a strict content security policy allows them. All elements use
/// `currentColor`, so drawings fit light and dark pages.
struct SVG {
  private(set) var text = ""

  /// The alignment of a label relative to its point.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Adds a rectangle; `note` becomes its tooltip.
  mutating func rect(
    _ box: Box,
    radius: Int = 0,
    _ paint: Paint,
    class name: String,
    note: String? = nil
  ) {
    text += "<rect class=\"\(name)\" x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" "
    text += "height=\"\(box.height)\"\(radius > 0 ? " rx=\"\(radius)\"" : "")\(paint.attributes)"
    close("rect", note)
  }

  /// Adds a straight line of one pixel.
  mutating func line(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), class name: String) {
    text += "<path class=\"\(name)\" d=\"M\(from.x) \(from.y)L\(to.x) \(to.y)\" "
    text +=
      "stroke=\"currentColor\" stroke-opacity=\"\(name == "cairn-axis" ? "0.7" : "0.15")\"/>\n"
  }

  /// Adds a polyline; `dashed` marks a target rather than a measured value.
  mutating func curve(_ points: [(x: Int, y: Int)], dashed: Bool = false, class name: String) {
    let path = points.enumerated().map { "\($0 == 0 ? "M" : "L")\($1.x) \($1.y)" }
    text += "<path class=\"\(name)\" d=\"\(path.joined())\" fill=\"none\" stroke=\"currentColor\" "
    text += "stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
    text += dashed ? " stroke-dasharray=\"2 6\" stroke-opacity=\"0.7\"/>\n" : "/>\n"
  }

  /// Adds a filled polygon with an outline; `dashed` marks the second of two.
  mutating func area(_ points: [(x: Int, y: Int)], dashed: Bool = false, class name: String) {
    let path = points.enumerated().map { "\($0 == 0 ? "M" : "L")\($1.x) \($1.y)" }
    text += "<path class=\"\(name)\" d=\"\(path.joined())Z\" fill=\"currentColor\" "
    text += "fill-opacity=\"\(dashed ? "0.08" : "0.25")\" stroke=\"currentColor\" "
    text += "stroke-width=\"2\" stroke-linejoin=\"round\""
    text += dashed ? " stroke-dasharray=\"4 4\"/>\n" : "/>\n"
  }

  /// Adds a dot with a tooltip.
  mutating func dot(_ point: (x: Int, y: Int), radius: Int, class name: String, note: String) {
    text += "<circle class=\"\(name)\" cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"\(radius)\" "
    text += "fill=\"currentColor\""
    close("circle", note)
  }

  /// Adds a hollow dot with a tooltip.
  mutating func ring(_ point: (x: Int, y: Int), radius: Int, class name: String, note: String) {
    text += "<circle class=\"\(name)\" cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"\(radius)\""
    text += SVG.Paint.edge.attributes
    close("circle", note)
  }

  /// Adds text whose baseline starts, is centred or ends at a point; the size is at least 12 px.
  mutating func label(
    _ content: String,
    _ x: Int,
    _ y: Int,
    _ anchor: Anchor = .start,
    size: Int = 12,
    class name: String = "cairn-label"
  ) {
    text += "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" font-size=\"\(max(12, size))\" "
    text += "fill=\"currentColor\""
    text += anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    text += "\(size > 14 ? " font-weight=\"600\"" : "")>\(Self.escaped(content))</text>\n"
  }

  private mutating func close(_ element: String, _ note: String?) {
    guard let note else { return text += "/>\n" }
    text += "><title>\(Self.escaped(note))</title></\(element)>\n"
  }
}

extension SVG {
  /// A rectangle in whole pixels.
  struct Box {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// The fill and outline of a shape.
  struct Paint {
    let attributes: String

    static let full = Paint(attributes: " fill=\"currentColor\"")
    static let partial = Paint(
      attributes: " fill=\"currentColor\" fill-opacity=\"0.35\" stroke=\"currentColor\""
    )
    static let edge = Paint(
      attributes: " fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\""
    )
    static let dashes = Paint(
      attributes: " fill=\"none\" stroke=\"currentColor\" stroke-dasharray=\"3 3\""
    )

    /// Returns the fill of a shade from 0 to 4; text on a `soft` shade stays legible.
    static func shade(_ level: Int, soft: Bool = false) -> Paint {
      let full = ["0.08", "0.3", "0.5", "0.75", "1"]
      let pale = ["0.06", "0.17", "0.28", "0.38", "0.47"]
      let opacity = (soft ? pale : full)[level]
      return Paint(attributes: " fill=\"currentColor\" fill-opacity=\"\(opacity)\"")
    }
  }

  /// Returns the text with XML's reserved characters escaped and its forbidden characters replaced.
  static func escaped(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlain) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: escaped += "&amp;"
      case 0x3C: escaped += "&lt;"
      case 0x3E: escaped += "&gt;"
      case 0x22: escaped += "&quot;"
      case 0x27: escaped += "&#39;"
      case 0x09, 0x0A, 0x0D: escaped += " "
      case 0x00...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether a byte needs no escaping: it is no control, no character that XML reserves, and no
  /// lead byte of a character that XML may forbid.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F, 0xC2, 0xEF: false
    default: byte >= 0x20
    }
  }
}
