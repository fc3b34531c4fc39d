public import Cairn

/// A book that lies open: started a while ago, and nothing for days.
public struct Nudge<Book: Sendable & Equatable>: Sendable, Equatable {
  /// The book.
  public let book: Book
  /// The day it was started.
  public let started: LocalDay
  /// The last day anything was recorded of it, or the day it was started.
  public let last: LocalDay
  /// Days since then.
  public let idle: Int32

  /// A book was started at least so many days ago.
  public static var startedBefore: Int32 { 30 }
  /// Nothing was recorded for at least so many days.
  public static var idleFor: Int32 { 10 }

  /// What a nudge is, in one sentence.
  public static var definition: String {
    """
    Books you are reading, started at least \(startedBefore) days ago, with nothing recorded for at \
    least \(idleFor) days; those whose start is unknown are left out.
    """
  }

  /// Says whether a book lies open on a day; nil when it does not.
  public init?(_ book: Book, started: LocalDay, last: LocalDay?, today: LocalDay) {
    let last = max(started, last ?? started)
    guard today - started >= Self.startedBefore, today - last >= Self.idleFor else { return nil }
    self.book = book
    self.started = started
    self.last = last
    idle = today - last
  }
}
