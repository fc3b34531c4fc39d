public import Cairn

/// The four-week moving average of the reading pace, one point per week.
public struct PaceTrend: Sendable, Equatable {
  /// The pace of 28 days.
  public struct Point: Sendable, Equatable {
    /// The last of these days.
    public let day: LocalDay
    /// Their pace in hundredths of a page per hour.
    public let pace: Figure<Int64>
  }

  /// The number of days per point, including its own.
  public static let window: Int32 = 28

  /// One point for today and for the same weekday of earlier weeks, latest last.
  public let points: [Point]

  /// Computes `weeks` points from days in any order.
  public init(_ days: [(day: LocalDay, sums: PaceSums)], today: LocalDay, weeks: Int32) {
    points = (0..<max(0, weeks)).reversed().map { weeksAgo in
      let last = today - 7 * weeksAgo
      let own = days.filter { $0.day > last - Self.window && $0.day <= last }
      return Point(day: last, pace: pagesPerHour(PaceSums.sum(own.map { $0.sums }), .recentPace))
    }
  }
}

extension PaceSums {
  /// Returns the total of several sums.
  public static func sum(_ all: [PaceSums]) -> PaceSums {
    PaceSums(
      pages: all.reduce(0) { $0 + $1.pages },
      time: all.reduce(.zero) { $0 + $1.time },
      counted: all.reduce(0) { $0 + $1.counted },
      excluded: all.reduce(0) { $0 + $1.excluded }
    )
  }
}
