public import Cairn

/// The input of a forecast: a reader's progress in one book.
public struct BookProgress: Sendable, Equatable {
  /// What is counted: pages, or hundredths of a percent in a book without a page count.
  public var unit = Position.Unit.page
  /// The page count, or 10,000 hundredths of a percent; nil if unknown.
  public var pages: Int64?
  /// The current page, or hundredths of a percent; nil if unknown.
  public var page: Int64?
  /// Sums over all sessions of this reading, in pages of this edition or in hundredths of a percent.
  public var pace: PaceSums
  /// The days of this reading, at least the last fourteen with pages.
  public var days: [Day]

  /// One day of the reading.
  public struct Day: Sendable, Equatable {
    /// The date.
    public let day: LocalDay
    /// The pages, or hundredths of a percent, read on the day.
    public let pages: Int64
    /// Sums over the sessions that started on the day.
    public let pace: PaceSums

    /// Creates a day.
    public init(day: LocalDay, pages: Int64, pace: PaceSums) {
      (self.day, self.pages, self.pace) = (day, pages, pace)
    }
  }

  /// Creates a forecast's input.
  public init(pages: Int64?, page: Int64?, pace: PaceSums, days: [Day]) {
    (self.pages, self.page, self.pace, self.days) = (pages, page, pace, days)
  }

  /// The pages left; nil if the page count or the current page is unknown.
  public var pagesLeft: Int64? { unit == .page ? left : nil }
  /// The hundredths of a percent left in a book without a page count; nil for another, or if unknown.
  public var hundredthsLeft: Int64? { unit == .percent ? left : nil }

  /// What is left, in its unit.
  fileprivate var left: Int64? {
    guard let pages, let page else { return nil }
    return max(0, pages - page)
  }

  /// The noun of its unit for sentences.
  fileprivate var noun: String { unit == .page ? "pages" : "positions" }
}

/// An estimated value with its likely range.
public struct Estimate<Value: Sendable & Comparable>: Sendable, Equatable {
  /// The most likely value.
  public let value: Value
  /// The range from the fastest to the slowest likely case; nil without enough data.
  public let range: ClosedRange<Value>?
}

/// A forecast of the rest of a book.
public struct Forecast: Sendable, Equatable {
  /// The reading time left.
  public let timeLeft: Figure<Estimate<Milliseconds>>
  /// The estimated finish date.
  public let finish: Figure<Estimate<LocalDay>>

  /// The minimum number of sessions with pages and time.
  public static let minimumSessions = 3
  /// The number of recent days with pages that the forecast uses.
  public static let activeDays = 14
  /// The longest break in days; reading before a longer one is ignored.
  public static let longestBreak: Int32 = 28
  /// The furthest finish date to forecast, in days from today.
  public static let maximumDaysAhead: Int64 = 3_650

  /// Computes the forecast as of `today`.
  public init(_ book: BookProgress, today: LocalDay) {
    let read = book.days.filter { $0.pages > 0 }.sorted { $0.day < $1.day }
    let recent = Array(read.suffix(Self.activeDays))
    timeLeft = Self.timeLeft(book, recent)
    finish = Self.finish(book, Self.sinceBreak(recent, today), today)
  }

  /// Returns the days after the last long break; empty during one.
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
    if book.pages == nil { return "the page count is unknown" }
    if book.page == nil { return "your current page is unknown" }
    if book.left == 0 { return "you are on the last page" }
    guard book.pace.counted < minimumSessions else { return nil }
    return
      "\(book.pace.counted) of the \(minimumSessions) sessions needed, with \(book.noun) and time"
  }

  private static func exclusions(_ book: BookProgress) -> [Exclusion] {
    [Exclusion("no progress or no time", book.pace.excluded)]
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
    guard let left = book.left else { return nil }
    let value = ratio(book.pace.time.count, times: left, by: book.pace.pages)
    // Uses time per page, not pages per time, so that the slowest day has the largest value.
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
    if missing == nil, counted < minimumSessions {
      missing =
        "\(counted) of the \(minimumSessions) sessions needed after a four-week break"
    }
    var value: Estimate<LocalDay>?
    if missing == nil, let left = book.left, let first = recent.first?.day {
      value = estimate(left, recent, pages, Int64(max(1, today - first + 1)), today)
      missing = "more than ten years away at the recent pace"
    }
    return Figure(
      .finish,
      value: value,
      count: counted,
      excluded: exclusions(book) + [Exclusion("longer ago", book.pace.counted - counted)],
      missing: missing ?? ""
    )
  }

  /// Estimates the days to go: pages left per likely day, scaled by the share of days with pages.
  private static func estimate(
    _ left: Int64,
    _ read: [BookProgress.Day],
    _ pages: Int64,
    _ days: Int64,
    _ today: LocalDay
  ) -> Estimate<LocalDay>? {
    let value = ratioRoundedUp(left, times: days, by: pages)
    guard value <= maximumDaysAhead else { return nil }
    let each = read.map { ratioRoundedUp(left, times: days, by: $0.pages * Int64(read.count)) }
    return Estimate(around: value, quartiles(each.sorted())) {
      today + Int32(min($0, 10 * maximumDaysAhead))
    }
  }
}

extension Estimate {
  /// Creates an estimate whose range includes its value.
  fileprivate init(
    around value: Int64,
    _ quartiles: (lower: Int64, upper: Int64)?,
    _ make: (Int64) -> Value
  ) {
    self.value = make(value)
    range = quartiles.map { make(min(value, $0.lower))...make(max(value, $0.upper)) }
  }
}
