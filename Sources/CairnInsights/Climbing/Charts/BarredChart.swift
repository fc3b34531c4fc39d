/// A chart that can be told as bars from left to right, a line each.
public protocol BarredChart: Chart {
  /// The bars, in the order of the picture.
  var bars: [TextBar] { get }
}

/// One line of a chart as text.
public struct TextBar: Sendable, Equatable {
  /// What it is of.
  public let label: String
  /// How much, as a person reads it; empty for nothing.
  public let text: String
  /// How long its bar is.
  public let value: Int64
  /// How long the pale bar behind it is.
  public let behind: Int64
  /// How long a whole bar is.
  public let whole: Int64

  /// Makes a line.
  public init(label: String, text: String, value: Int64, behind: Int64 = 0, whole: Int64) {
    (self.label, self.text) = (label, text)
    (self.value, self.behind, self.whole) = (value, behind, whole)
  }
}

extension String {
  /// The text, cut where it is longer than so many letters.
  func cut(to length: Int) -> String {
    count <= length ? self : String(prefix(max(1, length - 1))) + "…"
  }
}
