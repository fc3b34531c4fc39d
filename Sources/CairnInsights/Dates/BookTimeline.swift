import Cairn

/// What happened to the books of a shelf in order of time, with the round numbers reached.
public struct BookTimeline: Sendable, Equatable {
  /// What happened, the earliest first.
  public let events: [BookEvent]
  /// Readings that were finished on a date nobody knows: they are in no month.
  public let undated: Int

  /// What is in it, in one sentence.
  public static let definition =
    "Books started, finished, given up and put back on the dates known; a finish without a date "
    + "counts as earlier than all others, and every re-read that was finished counts once."

  /// Puts readings in order, and counts finished books and hours of reading.
  ///
  /// `days` holds the reading time of each day, in any order. O(n log n).
  public init(_ spans: [ReadingSpan], days: [DayTotal] = []) {
    let finished = spans.filter { $0.outcome == .finished }
    undated = finished.filter { $0.ended == nil }.count
    var events: [BookEvent] = []
    for span in spans { events += span.events }
    events += Self.books(events.filter { $0.what == .finished }, after: undated)
    events += Self.hours(days)
    self.events = events.sorted { $0.precedes($1) }
  }

  private static func books(
    _ finishes: [BookEvent],
    after undated: Int
  ) -> [BookEvent] {
    let sorted = finishes.sorted { $0.precedes($1) }
    return sorted.indices.compactMap { index -> BookEvent? in
      let number = Int64(undated + index + 1)
      guard isRound(books: number) else { return nil }
      return BookEvent(.books, sorted[index].date, number: number)
    }
  }

  private static func hours(_ days: [DayTotal]) -> [BookEvent] {
    var events: [BookEvent] = []
    var sum = Milliseconds.zero
    for day in days.sorted(by: { $0.day < $1.day }) {
      let before = sum.count / 3_600_000
      sum = sum + day.time
      let reached = (before..<(sum.count / 3_600_000)).last { isRound(hours: $0 + 1) }
      if let reached {
        events.append(BookEvent(.hours, PartialDay(day.day), number: reached + 1))
      }
    }
    return events
  }

  /// 1, 10, 25, 50, and every hundred.
  static func isRound(books: Int64) -> Bool {
    [1, 10, 25, 50].contains(books) || (books > 0 && books % 100 == 0)
  }

  /// 10, 50, 100, 250, 500, and every thousand.
  static func isRound(hours: Int64) -> Bool {
    [10, 50, 100, 250, 500].contains(hours) || (hours > 0 && hours % 1_000 == 0)
  }
}
