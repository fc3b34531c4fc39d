public import Cairn

/// The pace of the last four weeks, told at the end of each of several weeks.
public struct PaceTrend: Sendable, Equatable {
  /// The pace of the 28 days that end on a day.
  public struct Point: Sendable, Equatable {
    /// The last of the days.
    public let day: LocalDay
    /// Their pace in hundredths of a page an hour.
    public let pace: Figure<Int64>
  }

  /// How many days each point looks back, its own included.
  public static let window: Int32 = 28

  /// A point for today and for the same weekday of each week before, the latest last.
  public let points: [Point]

  /// Sums days, in any order; `weeks` is how many points there are.
  public init(_ days: [(day: LocalDay, sums: PaceSums)], today: LocalDay, weeks: Int32) {
    points = (0..<max(0, weeks)).reversed().map { weeksAgo in
      let last = today - 7 * weeksAgo
      let own = days.filter { $0.day > last - Self.window && $0.day <= last }
      return Point(day: last, pace: pagesPerHour(PaceSums.sum(own.map { $0.sums }), .recentPace))
    }
  }
}

extension PaceSums {
  /// All of it together.
  public static func sum(_ all: [PaceSums]) -> PaceSums {
    PaceSums(
      pages: all.reduce(0) { $0 + $1.pages },
      time: all.reduce(.zero) { $0 + $1.time },
      counted: all.reduce(0) { $0 + $1.counted },
      excluded: all.reduce(0) { $0 + $1.excluded }
    )
  }
}
