/// A title as Goodreads writes it, taken apart: `Dune (Dune Chronicles, #1)`.
public struct GoodreadsTitle: Sendable, Equatable {
  /// The title with its subtitle, without the series.
  public let text: String
  /// The name of the series; the first one when there are several.
  public let series: String?
  /// The place in the series as text: `1`, `0.5`, `1-3`.
  public let number: String?

  /// Takes a title apart; parentheses without a `#` and a number stay part of it.
  public init(_ whole: String) {
    let whole = collapsed(whole)
    if let split = Self.split(whole), let series = SeriesPosition.split(split.inside) {
      (text, self.series, number) = (split.before, series.name, series.number)
    } else {
      (text, series, number) = (whole, nil, nil)
    }
  }

  /// What stands in and before the parentheses that end a title; nil when there are none.
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

/// A text without white space around it, and with one space for every run of it inside.
func collapsed(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
