import Cairn

/// A title in the Goodreads format, split into its parts: `Dune (Dune Chronicles, #1)`.
public struct GoodreadsTitle: Sendable, Equatable {
  /// The title with its subtitle, without the series.
  public let text: String
  /// The name of the series; the first of several.
  public let series: String?
  /// The position in the series as text: `1`, `0.5`, `1-3`.
  public let number: String?

  /// Parses a title; parentheses without a `#` and a number remain part of it.
  public init(_ whole: String) {
    let whole = collapsed(whole)
    if let split = Self.split(whole), let series = SeriesPosition.split(split.inside) {
      (text, self.series, number) = (split.before, series.name, series.number)
    } else {
      (text, series, number) = (whole, nil, nil)
    }
  }

  /// Returns the text before and inside the final parentheses; nil if there are none.
  private static func split(_ whole: String) -> (before: String, inside: String)? {
    guard whole.hasSuffix(")") else { return nil }
    var depth = 0
    for index in whole.indices.reversed() {
      switch whole[index] {
      case ")": depth += 1
      case "(": depth -= 1
      default: continue
      }
      guard depth == 0 else { continue }
      let before = trimmed(String(whole[..<index]))
      let inside = whole[whole.index(after: index)...].dropLast()
      return before.isEmpty ? nil : (before, String(inside))
    }
    return nil
  }
}

/// Returns the trimmed text with each run of white space replaced by one space.
func collapsed(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
