public import Cairn

/// The dates of one read-through, with its book and outcome.
public struct ReadingSpan: Sendable, Equatable {
  /// The book.
  public let entry: Identifier<Entry>
  /// The book's title.
  public let title: String
  /// The start date, as precisely as known.
  public let started: PartialDay?
  /// The date on which it was finished, abandoned or put back.
  public let ended: PartialDay?
  /// The outcome; nil while the reading is open.
  public let outcome: ReadThrough.Outcome?

  /// Creates a span.
  public init(
    entry: Identifier<Entry>,
    title: String,
    started: PartialDay?,
    ended: PartialDay?,
    outcome: ReadThrough.Outcome?
  ) {
    self.entry = entry
    self.title = title
    self.started = started
    self.ended = ended
    self.outcome = outcome
  }

  /// The number of days; nil unless it was finished and both dates are known to the day.
  var days: Int32? {
    outcome == .finished ? ReadThrough.days(from: started, to: ended) : nil
  }
}
