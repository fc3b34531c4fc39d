public import Cairn

/// What is known of a book that is being read.
public struct BookProgress: Sendable, Equatable {
  /// How many pages it has; nil when unknown.
  public var pages: Int64?
  /// The page the reader is at; nil when unknown.
  public var page: Int64?
  /// Sums over all sessions of this reading, in pages of this edition.
  public var pace: PaceSums
  /// What days hold of this reading, at least the last fourteen with pages.
  public var days: [Day]

  /// What a day holds of the book.
  public struct Day: Sendable, Equatable {
    /// The day.
    public let day: LocalDay
    /// Pages read on it.
    public let pages: Int64
    /// Sums over the sessions that started on it.
    public let pace: PaceSums

    /// Makes a day.
    public init(day: LocalDay, pages: Int64, pace: PaceSums) {
      (self.day, self.pages, self.pace) = (day, pages, pace)
    }
  }

  /// Gathers what is known.
  public init(pages: Int64?, page: Int64?, pace: PaceSums, days: [Day]) {
    (self.pages, self.page, self.pace, self.days) = (pages, page, pace, days)
  }

  /// Pages to go; nil while the page count or the place is not known.
  public var pagesLeft: Int64? {
    guard let pages, let page else { return nil }
    return max(0, pages - page)
  }
}

/// A value between two others.
public struct Estimate<Value: Sendable & Comparable>: Sendable, Equatable {
  /// What is most likely.
  public let value: Value
  /// From the quickest to the slowest likely case; nil when too little is known for one.
  public let range: ClosedRange<Value>?
}

/// How long the rest of a book will take.
public struct Forecast: Sendable, Equatable {
  /// Reading time to go.
  public let timeLeft: Figure<Estimate<Milliseconds>>
  /// The day it will be finished.
  public let finish: Figure<Estimate<LocalDay>>

  /// How many sessions with pages and time a forecast needs.
  public static let leastSessions = 3
  /// On how many days with pages it looks back.
  public static let activeDays = 14
  /// A break of more days without pages tells nothing of the days to come.
  public static let longestBreak: Int32 = 28
  /// No finish is forecast that is farther away than so many days.
  public static let farthest: Int64 = 3_650

  /// Looks ahead from `today`.
  public init(_ book: BookProgress, today: LocalDay) {
    let read = book.days.filter { $0.pages > 0 }.sorted { $0.day < $1.day }
    let recent = Array(read.suffix(Self.activeDays))
    timeLeft = Self.timeLeft(book, recent)
    finish = Self.finish(book, Self.sinceBreak(recent, today), today)
  }

  /// The days after the last long break; none while one lasts.
  private static func sinceBreak(
    _ days: [BookProgress.Day],
    _ today: LocalDay
  ) -> [BookProgress.Day] {
    var next = today
    var since: [BookProgress.Day] = []
    for day in days.reversed() {
      guard next - day.day <= longestBreak else { break }
      since.insert(day, at: 0)
      next = day.day
    }
    return since
  }

  private static func missing(_ book: BookProgress) -> String? {
    if book.pages == nil { return "the page count of the book is not known" }
    if book.page == nil { return "where you are in the book is not known" }
    if book.pagesLeft == 0 { return "you are at the last page" }
    guard book.pace.counted < leastSessions else { return nil }
    return "not enough data: \(book.pace.counted) of \(leastSessions) sessions with pages and time"
  }

  private static func exclusions(_ book: BookProgress) -> [Exclusion] {
    [Exclusion("no pages or no time", book.pace.excluded)]
  }
}

extension Forecast {
  private static func timeLeft(
    _ book: BookProgress,
    _ recent: [BookProgress.Day]
  ) -> Figure<Estimate<Milliseconds>> {
    let missing = missing(book)
    return Figure(
      .timeLeft,
      value: missing == nil ? estimate(book, recent) : nil,
      count: book.pace.counted,
      excluded: exclusions(book),
      missing: missing ?? ""
    )
  }

  private static func estimate(
    _ book: BookProgress,
    _ recent: [BookProgress.Day]
  ) -> Estimate<Milliseconds>? {
    guard let left = book.pagesLeft else { return nil }
    let value = ratio(book.pace.time.count, times: left, by: book.pace.pages)
    // Times by pages and not pages by times, so that the slowest day is the largest.
    let each = recent.map { $0.pace }.filter { $0.counted > 0 }
      .map { ratio($0.time.count, times: left, by: $0.pages) }
    return Estimate(around: value, quartiles(each.sorted())) { Milliseconds($0) }
  }

  private static func finish(
    _ book: BookProgress,
    _ recent: [BookProgress.Day],
    _ today: LocalDay
  ) -> Figure<Estimate<LocalDay>> {
    let pages = recent.reduce(0 as Int64) { $0 + $1.pages }
    let counted = recent.reduce(0) { $0 + $1.pace.counted }
    var missing = missing(book)
    if missing == nil, recent.isEmpty { missing = "nothing was read in the last four weeks" }
    if missing == nil, counted < leastSessions {
      missing =
        "not enough data: \(counted) of \(leastSessions) sessions since a break of four weeks"
    }
    var value: Estimate<LocalDay>?
    if missing == nil, let left = book.pagesLeft, let first = recent.first?.day {
      value = estimate(left, recent, pages, Int64(max(1, today - first + 1)), today)
      missing = "more than ten years away at the pace of late"
    }
    return Figure(
      .finish,
      value: value,
      count: counted,
      excluded: exclusions(book) + [Exclusion("longer ago", book.pace.counted - counted)],
      missing: missing ?? ""
    )
  }

  /// Days until all is read, if pages come as on a likely day times the share of days with any.
  private static func estimate(
    _ left: Int64,
    _ read: [BookProgress.Day],
    _ pages: Int64,
    _ days: Int64,
    _ today: LocalDay
  ) -> Estimate<LocalDay>? {
    let value = ratioRoundedUp(left, times: days, by: pages)
    guard value <= farthest else { return nil }
    let each = read.map { ratioRoundedUp(left, times: days, by: $0.pages * Int64(read.count)) }
    return Estimate(around: value, quartiles(each.sorted())) {
      today + Int32(min($0, 10 * farthest))
    }
  }
}

extension Estimate {
  /// An estimate whose range takes in its value.
  fileprivate init(
    around value: Int64,
    _ quartiles: (lower: Int64, upper: Int64)?,
    _ make: (Int64) -> Value
  ) {
    self.value = make(value)
    range = quartiles.map { make(min(value, $0.lower))...make(max(value, $0.upper)) }
  }
}
