/// A chart with the same data as a drawing, as text and as a table.
public protocol Chart: Sendable {
  /// The heading.
  var title: String { get }
  /// A text alternative for screen readers, in one or two sentences.
  var summary: String { get }
  /// The data of the chart.
  var table: ChartTable { get }
  /// Draws the chart at a width of at least 280 pixels and returns its height.
  func draw(width: Int) -> Drawing
}

/// The SVG elements of a chart and their height, without the `<svg>` element.
public struct Drawing: Sendable {
  let svg: SVG
  let height: Int
}

/// The destination of a drawing.
public enum ChartLayout: Sendable {
  /// A page whose style sheet colours the drawing, which contains no styles.
  case page
  /// A standalone file with its own colours for light and dark mode.
  case file
}

extension Chart {
  /// Returns the chart as SVG 1.1 text, one element per line.
  ///
  /// `width` is the width of the container in pixels, clamped to 280...1600. The SVG scales from
  /// there; pass a small width for a narrow container, so that text stays at 12 px or more. `id` is
  /// the prefix of element ids; only its ASCII letters, digits and hyphens are used. The output
  /// contains only whole numbers and escaped text.
  public func svg(
    width: Int = 720,
    id: String = "chart",
    for layout: ChartLayout = .page
  ) -> String {
    let width = min(1_600, max(280, width))
    let drawing = draw(width: width)
    let id = id.filter { $0.isIDCharacter }
    var head = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cairn-chart\" role=\"img\" "
    head += "aria-labelledby=\"\(id)-title \(id)-desc\" viewBox=\"0 0 \(width) \(drawing.height)\" "
    head += "width=\"100%\" font-family=\"system-ui, sans-serif\">\n"
    head += "<title id=\"\(id)-title\">\(SVG.escaped(title))</title>\n"
    head += "<desc id=\"\(id)-desc\">\(SVG.escaped(summary))</desc>\n"
    if layout == .file { head += Self.colours(width: width, height: drawing.height) }
    return head + drawing.svg.text + "</svg>\n"
  }

  /// Dark green on white, light green on slate; the contrast is at least 7:1 for text, and 4.5:1
  /// for marks and for text on the deepest shade of a month.
  private static func colours(width: Int, height: Int) -> String {
    """
    <style>
    .cairn-chart { color: #1d2b2a; background: #ffffff }
    .cairn-paper { fill: #ffffff }
    .cairn-mark { color: #0b6b5e }
    @media (prefers-color-scheme: dark) {
    .cairn-chart { color: #e3ecea; background: #10191a }
    .cairn-paper { fill: #10191a }
    .cairn-mark { color: #5fd9c2 }
    }
    </style>
    <rect class="cairn-paper" width="\(width)" height="\(height)"/>

    """
  }
}

extension Character {
  /// Whether the character is an ASCII letter, an ASCII digit or a hyphen.
  fileprivate var isIDCharacter: Bool {
    switch asciiValue ?? 0 {
    case 45, 48...57, 65...90, 97...122: true
    default: false
    }
  }
}
