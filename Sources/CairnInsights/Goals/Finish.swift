public import Cairn

/// The date of a finished book, known to the day, month or year.
public struct Finish: Sendable, Equatable {
  /// The title.
  public let title: String
  /// The date, as precisely as it was recorded.
  public let date: PartialDay

  /// The range of possible days.
  public var days: ClosedRange<LocalDay> { date.first...date.last }

  /// Parses the date of a finished book; nil if the text is neither a day, a month nor a year.
  public init?(title: String, text: String) {
    guard let date = PartialDay(text: text) else { return nil }
    self.title = title
    self.date = date
  }
}
