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

  /// Puts readings in order, and finds the round numbers among them and among recorded hours.
  ///
  /// `days` holds the time of each day, one total a day, in any order. O(n log n).
  public init(_ spans: [ReadingSpan], days: [DayTotal] = []) {
    undated = spans.filter { $0.outcome == .finished && $0.ended == nil }.count
    var events: [BookEvent] = []
    for span in spans { events += span.events }
    events += Self.books(events.filter { $0.what == .finished })
    events += Self.hours(days.sorted { $0.day < $1.day })
    self.events = events.sorted { $0.precedes($1) }
  }

  static let books: [Int64] = [1, 5, 10, 25, 50, 100, 250, 500, 1_000]
  static let hours: [Int64] = [1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

  /// A book counts once the last day it may have been finished is over.
  private static func books(_ finishes: [BookEvent]) -> [BookEvent] {
    let sorted = finishes.sorted {
      $0.date.last == $1.date.last ? $0.precedes($1) : $0.date.last < $1.date.last
    }
    return books.filter { $0 <= sorted.count }.map { number in
      BookEvent(.books, sorted[Int(number) - 1].date, number: number)
    }
  }

  private static func hours(_ days: [DayTotal]) -> [BookEvent] {
    var events: [BookEvent] = []
    var sum = Milliseconds.zero
    for day in days {
      sum = sum + day.time
      while events.count < hours.count, sum >= .hours(hours[events.count]) {
        events.append(BookEvent(.hours, PartialDay(day.day), number: hours[events.count]))
      }
    }
    return events
  }
}
