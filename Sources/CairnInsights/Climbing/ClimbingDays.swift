public import Cairn

/// Climbs day by day; no day of the range is left out.
public struct ClimbingDays: Sendable, Equatable {
  /// One day.
  public struct Day: Sendable, Equatable {
    /// The day.
    public let day: LocalDay
    /// Climbs on it.
    public let climbs: Int64
    /// Whether there was a session, or a climb.
    public let isClimbed: Bool
    /// Its shade, 0 for nothing to 4.
    public let level: Int
    /// Whether it is today.
    public let isToday: Bool
  }

  /// Every day, in order.
  public let days: [Day]
  /// What the shades stand for.
  public let shades: Shades
  /// On which day columns begin.
  public let weekStart: WeekStart
  /// On how many days there was a climb; of a session over midnight it is the day it started.
  public let figure: Figure<Int64>

  /// Looks every day of a range up.
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

  /// How many climbs each day has that has any; they mostly lie on the day of the one before.
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
