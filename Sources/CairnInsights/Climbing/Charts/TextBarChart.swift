/// A chart that can be printed as text, with one horizontal bar per line.
public protocol TextBarChart: Chart {
  /// The bars, in the order of the picture.
  var bars: [TextBar] { get }
}

/// One bar of a chart printed as text.
public struct TextBar: Sendable, Equatable {
  /// The label.
  public let label: String
  /// The formatted value; empty for no value.
  public let text: String
  /// The length of the bar, in the unit of `whole`.
  public let value: Int64
  /// The length of the pale bar behind it.
  public let behind: Int64
  /// The length of a full bar.
  public let whole: Int64

  /// Creates a bar.
  public init(label: String, text: String, value: Int64, behind: Int64 = 0, whole: Int64) {
    (self.label, self.text) = (label, text)
    (self.value, self.behind, self.whole) = (value, behind, whole)
  }
}

extension String {
  /// Returns the text truncated to `length` characters, with an ellipsis.
  func cut(to length: Int) -> String {
    count <= length ? self : String(prefix(max(1, length - 1))) + "…"
  }
}
