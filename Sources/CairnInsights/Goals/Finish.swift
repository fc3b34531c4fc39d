public import Cairn

/// A book that was read to its end, on a day or within a month or a year that is known.
public struct Finish: Sendable, Equatable {
  /// The title.
  public let title: String
  /// When, as precisely as it was recorded: `2026-03-05`, `2026-03` or `2026`.
  public let text: String
  /// The days on which it can have been.
  public let days: ClosedRange<LocalDay>

  /// Reads when a book was finished; nil when the text is neither a day, a month nor a year.
  public init?(title: String, text: String) {
    guard let date = PartialDay(text: text) else { return nil }
    self.title = title
    self.text = text
    days = date.first...date.last
  }
}
