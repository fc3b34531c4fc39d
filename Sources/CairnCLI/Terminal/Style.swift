/// What a piece of text means, so that it can be coloured.
enum Tone: String, Sendable, CaseIterable {
  /// A heading.
  case title = "1"
  /// Something of little weight.
  case dim = "2"
  /// Something that went well.
  case good = "32"
  /// Something to look at.
  case warning = "33"
  /// Something to find quickly.
  case accent = "36"
}

/// Colours text by its meaning, or leaves it alone.
struct Style: Sendable, Equatable {
  /// Whether colours are used.
  let hasColor: Bool

  /// No colours.
  static let plain = Style(hasColor: false)

  /// Colours for a person who watches and has not asked for none.
  ///
  /// `NO_COLOR` counts when it is not empty (no-color.org); a dumb terminal has no colours.
  static func suiting(isTerminal: Bool, environment: (String) -> String?) -> Style {
    let refuses = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return Style(hasColor: isTerminal && !refuses && environment("TERM") != "dumb")
  }

  /// The text in the colour of its meaning.
  func paint(_ text: String, _ tone: Tone?) -> String {
    guard hasColor, let tone, !text.isEmpty else { return text }
    return "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m"
  }
}
