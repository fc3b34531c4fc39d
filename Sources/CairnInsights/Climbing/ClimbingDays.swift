public import Cairn

/// The number of climbs on each day of a range, without gaps.
public struct ClimbingDays: Sendable, Equatable {
  /// One day.
  public struct Day: Sendable, Equatable {
    /// The date.
    public let day: LocalDay
    /// The number of climbs.
    public let climbs: Int64
    /// Whether there was a session or a climb.
    public let isClimbed: Bool
    /// The shade, from 0 for an empty day to 4.
    public let level: Int
    /// Whether it is today.
    public let isToday: Bool
  }

  /// The days in order.
  public let days: [Day]
  /// The steps between the shades.
  public let shades: Shades
  /// The first weekday of a column.
  public let weekStart: WeekStart
  /// The number of days with a climb; a session over midnight counts on its first day.
  public let figure: Figure<Int64>

  /// Computes each day of a range.
  public init(
    _ history: ClimbingHistory,
    in range: ClosedRange<LocalDay>,
    today: LocalDay,
    weekStart: WeekStart
  ) {
    self.weekStart = weekStart
    let climbed = Set(history.climbedDays.map { $0.number })
    let climbs = Self.counts(history.climbs)
    let shades = Shades(.sessions, Array(climbs.values))
    self.shades = shades
    days = range.map { day in
      let count = climbs[day.number] ?? 0
      let isClimbed = climbed.contains(day.number)
      return Day(
        day: day,
        climbs: count,
        isClimbed: isClimbed,
        level: isClimbed ? max(1, shades.level(count)) : 0,
        isToday: day == today
      )
    }
    let active = days.count { $0.climbs > 0 }
    figure = Figure(.climbingDays, value: Int64(active), count: active)
  }

  /// Counts the climbs per day in runs, because consecutive climbs mostly share a day.
  private static func counts(_ climbs: [ClimbFact]) -> [Int32: Int64] {
    var counts: [Int32: Int64] = [:]
    var run: (day: Int32, count: Int64) = (0, 0)
    for climb in climbs {
      if climb.day.number != run.day {
        if run.count > 0 { counts[run.day, default: 0] += run.count }
        run = (climb.day.number, 0)
      }
      run.count += 1
    }
    if run.count > 0 { counts[run.day, default: 0] += run.count }
    return counts
  }
}
