public import Cairn

/// A reminder of a book that was started a while ago and is idle.
public struct Nudge<Book: Sendable & Equatable>: Sendable, Equatable {
  /// The book.
  public let book: Book
  /// The day on which it was started.
  public let started: LocalDay
  /// The last day with activity, or the start day.
  public let last: LocalDay
  /// The number of days since then.
  public let idle: Int32

  /// The minimum number of days since the start.
  public static var startedBefore: Int32 { 30 }
  /// The minimum number of days without activity.
  public static var idleFor: Int32 { 10 }

  /// The definition of nudges in one sentence.
  public static var definition: String {
    """
    Books you are reading, started at least \(startedBefore) days ago, with no activity for at least \
    \(idleFor) days; books with an unknown start are excluded.
    """
  }

  /// Returns nil if the book is not idle as of `today`.
  public init?(_ book: Book, started: LocalDay, last: LocalDay?, today: LocalDay) {
    let last = max(started, last ?? started)
    guard today - started >= Self.startedBefore, today - last >= Self.idleFor else { return nil }
    self.book = book
    self.started = started
    self.last = last
    idle = today - last
  }
}
