import Cairn

/// The events of all books in chronological order, with the milestones reached.
public struct BookTimeline: Sendable, Equatable {
  /// The events, earliest first.
  public let events: [BookEvent]
  /// The number of finished readings without a known end date; no month includes them.
  public let undated: Int

  /// Sorts the events of readings and adds the milestones of books and of tracked hours.
  ///
  /// `days` has one total per day with its tracked time, in any order. O(n log n).
  public init(_ spans: [ReadingSpan], days: [DayTotal] = []) {
    undated = spans.filter { $0.outcome == .finished && $0.ended == nil }.count
    var events: [BookEvent] = []
    for span in spans { events += span.events }
    let finishes = events.filter { $0.kind == .finished }.map { $0.date }
    events += Milestone.books(finishes).map { BookEvent(.books, $0.reached, number: $0.amount) }
    events += Milestone.hours(days.sorted { $0.day < $1.day }).map {
      BookEvent(.hours, $0.reached, number: $0.amount)
    }
    self.events = events.sorted { $0.precedes($1) }
  }
}
