extension String {
  /// The number of terminal cells that the text occupies.
  ///
  /// East Asian wide characters and emoji take two cells, combining marks none. Control characters
  /// count as zero, so call `visible` first.
  var cells: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.cells }
  }

  /// Returns the text cut to a number of cells, ending in `…` if it was longer.
  func truncated(to limit: Int) -> String {
    guard cells > limit else { return self }
    var width = 1
    let visiblePrefix = prefix { character in
      width += character.cells
      return width <= limit
    }
    return limit > 0 ? visiblePrefix + "…" : ""
  }

  /// Returns the text padded with spaces to a number of cells, on the right or on the left.
  func padded(to width: Int, before: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - cells))
    return before ? blanks + self : self + blanks
  }
}

extension Character {
  /// The cells of the character: two for an emoji cluster, else the sum over its scalars.
  fileprivate var cells: Int {
    let scalars = unicodeScalars
    let isEmoji =
      scalars.contains { $0.value == 0xFE0F || $0.value == 0x200D }
      && scalars.contains(where: \.properties.isEmoji)
    let isFlag = scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF) ~= $0.value }
    let sum = scalars.reduce(0) { $0 + $1.cells }
    return isEmoji || isFlag ? 2 : scalars.contains(where: \.isEmojiModifier) ? min(2, sum) : sum
  }
}

extension Unicode.Scalar {
  fileprivate var isEmojiModifier: Bool { (0x1F3FB...0x1F3FF) ~= value }

  fileprivate var cells: Int {
    if value < 0x300 { return isUnsafeToShow || value == 0xAD ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // Conjoining Hangul vowels and finals share the cells of the leading consonant.
    if (0x1160...0x11FF) ~= value { return 0 }
    return properties.isEmojiPresentation || Self.wide.contains { $0 ~= value } ? 2 : 1
  }

  /// The blocks that Unicode's EastAsianWidth.txt classifies as wide or full-width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
