import Cairn

/// What happened to the books of a shelf in order of time, with the round numbers reached.
public struct BookTimeline: Sendable, Equatable {
  /// What happened, the earliest first.
  public let events: [BookEvent]
  /// Readings that were finished on a date nobody knows: they are in no month.
  public let undated: Int

  /// What is in it, in one sentence.
  public static let definition =
    "Books started, finished, given up and put back on the dates known, with the round numbers of "
    + "books finished, re-reads included, and of hours recorded; a finish without a date is left out."

  /// Puts readings in order, and finds the milestones among them and among recorded hours.
  ///
  /// `days` holds the time of each day, one total a day, in any order. O(n log n).
  public init(_ spans: [ReadingSpan], days: [DayTotal] = []) {
    undated = spans.filter { $0.outcome == .finished && $0.ended == nil }.count
    var events: [BookEvent] = []
    for span in spans { events += span.events }
    let finishes = events.filter { $0.what == .finished }.map { $0.date }
    events += Milestone.books(finishes).map { BookEvent(.books, $0.reached, number: $0.amount) }
    events += Milestone.hours(days.sorted { $0.day < $1.day }).map {
      BookEvent(.hours, $0.reached, number: $0.amount)
    }
    self.events = events.sorted { $0.precedes($1) }
  }
}
