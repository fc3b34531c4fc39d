public import Cairn

/// The sums that a reading pace is computed from.
public struct PaceSums: Sendable, Equatable {
  /// The pages of counted sessions.
  public private(set) var pages: Int64 = 0
  /// The time of counted sessions.
  public private(set) var time = Milliseconds.zero
  /// The number of sessions with pages and time.
  public private(set) var counted = 0
  /// The number of sessions without pages or without time.
  public private(set) var excluded = 0

  /// Creates empty sums.
  public init() {}

  /// Creates sums that were computed by the database.
  public init(pages: Int64, time: Milliseconds, counted: Int, excluded: Int) {
    self.pages = pages
    self.time = time
    self.counted = counted
    self.excluded = excluded
  }

  /// Adds one session; `pages` is nil if unknown.
  public mutating func add(pages: Int64?, active: Milliseconds) {
    guard let pages, pages > 0, active > .zero else {
      excluded += 1
      return
    }
    self.pages += pages
    time += active
    counted += 1
  }
}

/// Returns pages per hour in hundredths, rounded down: total pages over total time.
///
/// Sessions without pages or time are excluded and counted (spec/reading.md 2.9, D14). `insight`
/// defines the sessions in the sums.
public func pagesPerHour(_ sums: PaceSums, _ insight: Insight = .pace) -> Figure<Int64> {
  Figure(
    insight,
    value: sums.counted > 0 ? ratio(sums.pages, times: 360_000_000, by: sums.time.count) : nil,
    count: sums.counted,
    excluded: [Exclusion("no pages or no time", sums.excluded)],
    missing: "no data yet"
  )
}
