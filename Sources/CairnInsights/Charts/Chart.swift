/// A chart: the same numbers as a drawing, as words and as a table.
public protocol Chart: Sendable {
  /// What it shows, as a heading.
  var title: String { get }
  /// What can be seen in it, in a sentence or two, for those who do not see it.
  var summary: String { get }
  /// Its numbers.
  var table: ChartTable { get }
  /// Draws it into a width of at least 280 pixels and gives its height.
  func draw(width: Int) -> Drawing
}

/// What a chart looks like, without its frame.
public struct Drawing: Sendable {
  let svg: SVG
  let height: Int
}

/// Where a drawing is seen.
public enum ChartLayout: Sendable {
  /// In a page, whose style sheet colours it: no style is in the drawing.
  case page
  /// In a file of its own, with colours for light and dark inside.
  case file
}

extension Chart {
  /// The chart as SVG 1.1 text, one element a line.
  ///
  /// `width` is that of its place in pixels, 280 to 1600; it scales from there, so a narrow place
  /// should ask for a narrow chart, whose text then stays at 12 px and more. `id` makes the ids in
  /// it unique in a page; letters, digits and hyphens of it are used. Only whole numbers and
  /// escaped text are written.
  public func svg(
    width: Int = 720,
    id: String = "chart",
    for place: ChartLayout = .page
  ) -> String {
    let width = min(1_600, max(280, width))
    let drawing = draw(width: width)
    let id = id.filter { $0.isOfName }
    var head = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cairn-chart\" role=\"img\" "
    head += "aria-labelledby=\"\(id)-title \(id)-desc\" viewBox=\"0 0 \(width) \(drawing.height)\" "
    head += "width=\"100%\" font-family=\"system-ui, sans-serif\">\n"
    head += "<title id=\"\(id)-title\">\(SVG.escaped(title))</title>\n"
    head += "<desc id=\"\(id)-desc\">\(SVG.escaped(summary))</desc>\n"
    if place == .file { head += Self.colours(width: width, height: drawing.height) }
    return head + drawing.svg.text + "</svg>\n"
  }

  /// Dark green on paper, light green on slate; text has at least 7:1, on the deepest shade
  /// of a month and as marks at least 4.5:1.
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
  /// Whether it is a letter or a digit of ASCII, or a hyphen.
  fileprivate var isOfName: Bool {
    switch asciiValue ?? 0 {
    case 45, 48...57, 65...90, 97...122: true
    default: false
    }
  }
}
