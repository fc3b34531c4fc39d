import Cairn

/// The role of a piece of text, which determines its colour.
enum Tone: String, Sendable, CaseIterable {
  /// A heading.
  case title = "1"
  /// Secondary text.
  case dim = "2"
  /// Success.
  case good = "32"
  /// A warning.
  case warning = "33"
  /// Text that should stand out.
  case accent = "36"
  /// The hues of the activities in the web app, from the palette of 256 colours.
  case reading = "38;5;72"
  case listening = "38;5;104"
  case climbing = "38;5;173"

  /// Returns the hue of an activity; nil for one that has none.
  init?(_ kind: SessionKind) {
    switch kind {
    case Reading.kind: self = .reading
    case Listening.kind: self = .listening
    case Climbing.kind: self = .climbing
    default: return nil
    }
  }
}

/// The rules for colouring text, or none.
struct Style: Sendable, Equatable {
  /// Whether colours are used.
  let hasColor: Bool

  /// The style without colours.
  static let plain = Style(hasColor: false)

  /// Returns colours for a terminal, unless the environment disables them.
  ///
  /// `NO_COLOR` counts if it is not empty (no-color.org); `TERM=dumb` has no colours.
  static func suiting(isTerminal: Bool, environment: (String) -> String?) -> Style {
    let refuses = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return Style(hasColor: isTerminal && !refuses && environment("TERM") != "dumb")
  }

  /// Returns the text with the escape sequence of its tone.
  func paint(_ text: String, _ tone: Tone?) -> String {
    guard hasColor, let tone, !text.isEmpty else { return text }
    return "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m"
  }
}
