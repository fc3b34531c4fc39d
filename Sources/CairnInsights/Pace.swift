public import Cairn

/// Sums over sessions from which a pace follows.
public struct PaceSums: Sendable, Equatable {
  /// Pages of the sessions that count.
  public private(set) var pages: Int64 = 0
  /// Running time of the sessions that count.
  public private(set) var time = Milliseconds.zero
  /// Sessions with pages and time.
  public private(set) var counted = 0
  /// Sessions without pages or without time.
  public private(set) var excluded = 0

  /// No sessions.
  public init() {}

  /// Sums that were computed where the sessions are stored.
  public init(pages: Int64, time: Milliseconds, counted: Int, excluded: Int) {
    self.pages = pages
    self.time = time
    self.counted = counted
    self.excluded = excluded
  }

  /// Adds one session; pages are nil when not known.
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

/// Pages per hour in hundredths, rounded down: all pages over all time, never a mean of paces.
///
/// Sessions without pages or time are left out and counted (spec/reading.md 2.9, D14). `insight`
/// says over which sessions the sums go.
public func pagesPerHour(_ sums: PaceSums, _ insight: Insight = .pace) -> Figure<Int64> {
  Figure(
    insight,
    value: sums.counted > 0 ? ratio(sums.pages, times: 360_000_000, by: sums.time.count) : nil,
    count: sums.counted,
    excluded: [Exclusion("no pages or no time", sums.excluded)],
    missing: "not known yet"
  )
}
