/// Line wrapping for sentences and word lists.
enum TextLayout {
  /// Returns the text wrapped between words; empty lines are kept.
  static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrap(paragraph: $0, width: width) }
  }

  private static func wrap(paragraph: Substring, width: Int) -> [String] {
    var lines = [""]
    for word in paragraph.split(separator: " ").map(String.init) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if last.cells + 1 + word.cells <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// Returns lines `  term  explanation` with the explanations aligned and wrapped.
  ///
  /// A term wider than `widest` cells or half a line gets its own line.
  static func definitions(
    _ pairs: [(term: String, text: String)],
    width: Int,
    widest: Int = 28
  ) -> [String] {
    let widest = min(widest, width / 2 - 4)
    let widths = pairs.map(\.term.cells).filter { $0 <= widest }
    let column = (widths.max() ?? widest) + 4
    return pairs.flatMap { pair in
      let text = wrap(pair.text, width: max(20, width - column))
      let margin = String(repeating: " ", count: column)
      let term = "  \(pair.term)"
      guard term.cells + 2 <= column else { return [term] + text.map { margin + $0 } }
      return [term.padded(to: column) + text[0]] + text.dropFirst().map { margin + $0 }
    }
  }
}
