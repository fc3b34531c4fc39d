public import Cairn

/// The dates of one reading, with what they are to be told of.
public struct ReadingSpan: Sendable, Equatable {
  /// The book.
  public let entry: Identifier<Entry>
  /// The title of the book.
  public let title: String
  /// The date it was started, as far as it is known.
  public let started: PartialDay?
  /// The date it was finished, given up or put back.
  public let ended: PartialDay?
  /// How it came to an end; nil while it is open.
  public let outcome: ReadThrough.Outcome?

  /// Notes a reading.
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

  /// Days it took; nil unless it was finished and both days are known.
  var days: Int32? {
    outcome == .finished ? ReadThrough.days(from: started, to: ended) : nil
  }
}
