public import Cairn

/// A shareable card of a person's listening, with numbers and a chart.
public struct SharedCard: Sendable {
  /// The range of days.
  public let days: ClosedRange<LocalDay>
  /// The numbers with their labels.
  public let figures: [(value: String, name: String)]
  /// The chart.
  public let chart: ColumnChart
  /// Further lines of text.
  public let lines: [String]

  /// Creates a card.
  public init(
    days: ClosedRange<LocalDay>,
    figures: [(value: String, name: String)],
    chart: ColumnChart,
    lines: [String]
  ) {
    (self.days, self.figures, self.chart, self.lines) = (days, figures, chart, lines)
  }

  /// `1 Jan 2026 to 31 Jan 2026`.
  public var period: String {
    let (first, last) = (days.lowerBound, days.upperBound)
    guard first != last else { return CalendarText.day(first) }
    return "\(CalendarText.short(first)) \(first.year) to \(CalendarText.short(last)) \(last.year)"
  }

  /// A text alternative to the card.
  public var summary: String {
    let parts = figures.map { "\($0.value) \($0.name)" }
    return "Listening, \(period): \(parts.joined(separator: ", ")). \(chart.summary)"
  }

  /// The card as a standalone SVG 1.1 picture, 720 pixels wide.
  ///
  /// Its colours are attributes, so any viewer and any content security policy shows them.
  public var picture: String {
    let width = 720
    var text = SVG()
    text.label("Listening", 32, 56, size: 28, class: "cairn-heading")
    text.label(period, 32, 84)
    for (index, figure) in figures.enumerated() {
      let x = 32 + index * (width - 64) / max(1, figures.count)
      text.label(figure.value, x, 138, size: 26, class: "cairn-heading")
      text.label(figure.name, x, 160)
    }
    let drawing = chart.draw(width: width - 32)
    let below = 180 + drawing.height + 28
    for (index, line) in lines.enumerated() { text.label(line, 32, below + index * 24) }
    let height = below + lines.count * 24 + 8
    return frame(
      width,
      height,
      text.text + "<g transform=\"translate(16 180)\">\n"
        + Self.coloured(drawing.svg.text) + "</g>\n"
    )
  }

  private func frame(_ width: Int, _ height: Int, _ content: String) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" color=\"#22262a\" fill=\"#22262a\" "
      + "font-family=\"system-ui, sans-serif\">\n"
      + "<title>\(SVG.escaped(summary))</title>\n"
      + "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fffdf9\"/>\n" + content + "</svg>\n"
  }

  /// Sets the colour of marks with an attribute, because the picture has no style sheet.
  private static func coloured(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    let mark = "class=\"cairn-mark"
    while let match = range(of: mark, in: rest) {
      result += rest[..<match] + "color=\"#1f5c4d\" " + mark
      rest = rest[rest.index(match, offsetBy: mark.count)...]
    }
    return result + rest
  }

  private static func range(of word: String, in text: Substring) -> Substring.Index? {
    var at = text.startIndex
    while let next = text[at...].firstIndex(of: "c") {
      if text[next...].hasPrefix(word) { return next }
      at = text.index(after: next)
    }
    return nil
  }
}
