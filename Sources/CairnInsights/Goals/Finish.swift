public import Cairn

/// A book that was read to its end, on a day or within a month or a year that is known.
public struct Finish: Sendable, Equatable {
  /// The title.
  public let title: String
  /// When, as precisely as it was recorded.
  public let date: PartialDay

  /// The days on which it can have been.
  public var days: ClosedRange<LocalDay> { date.first...date.last }

  /// Reads when a book was finished; nil when the text is neither a day, a month nor a year.
  public init?(title: String, text: String) {
    guard let date = PartialDay(text: text) else { return nil }
    self.title = title
    self.date = date
  }
}
