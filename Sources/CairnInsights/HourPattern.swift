public import Cairn

/// When in the week a person does something.
public struct HourPattern: Sendable, Equatable {
  /// What one hour of the week holds.
  public struct Hour: Sendable, Equatable {
    /// 0 for the first hour of Monday to 167 for the last of Sunday.
    public let hourOfWeek: Int
    /// The time that ran in it.
    public let time: Milliseconds
    /// Sessions that began to run in it.
    public let sessions: Int

    /// Makes an hour.
    public init(hourOfWeek: Int, time: Milliseconds, sessions: Int) {
      (self.hourOfWeek, self.time, self.sessions) = (hourOfWeek, time, sessions)
    }
  }

  /// The hours in a row that hold the most.
  public struct Window: Sendable, Equatable {
    /// The hour on the clock with which it begins, 0 to 23.
    public let startHour: Int
    /// The time that ran in it, over all weekdays.
    public let time: Milliseconds
    /// Its part of all time in hundredths of a percent, rounded down.
    public let shareHundredths: Int64
    /// The weekday on which most time ran in it, 1 for Monday to 7; the earliest of several.
    public let weekday: Int
  }

  /// How many hours a window has.
  public static let windowHours = 3
  /// How many sessions a best window needs.
  public static let leastSessions = 10

  /// The time of every hour of the week: 168 of them, Monday first.
  public let times: [Milliseconds]
  /// Sessions with any time.
  public let count: Int
  private let excluded: Int

  /// Lays out hours; those outside 0...167 are left out. `sessions` is how many ended in all.
  public init(_ hours: [Hour], sessions: Int) {
    var times = [Milliseconds](repeating: .zero, count: 168)
    var count = 0
    for hour in hours where times.indices.contains(hour.hourOfWeek) {
      times[hour.hourOfWeek] += hour.time
      count += hour.sessions
    }
    (self.times, self.count) = (times, count)
    excluded = max(0, sessions - count)
  }

  /// The time of an hour on the clock (0–23) on a weekday (1 for Monday to 7).
  public func time(weekday: Int, hour: Int) -> Milliseconds {
    times[(weekday - 1) * 24 + hour]
  }

  /// All time.
  public var total: Milliseconds { times.reduce(.zero) { $0 + $1 } }

  /// The pattern as a figure.
  public var figure: Figure<[Milliseconds]> {
    Figure(.pattern, value: count > 0 ? times : nil, count: count, excluded: exclusions)
  }

  /// The best window; nil below ten sessions.
  public var bestWindow: Figure<Window> {
    let isEnough = count >= Self.leastSessions && total > .zero
    return Figure(
      .bestWindow,
      value: isEnough ? window : nil,
      count: count,
      excluded: exclusions,
      missing: "not enough data: \(count) of \(Self.leastSessions) sessions"
    )
  }

  private var exclusions: [Exclusion] { [Exclusion("no time", excluded)] }

  private var window: Window {
    var best = 0
    for start in 1..<24 where time(from: start) > time(from: best) { best = start }
    var weekday = 1
    for day in 2...7 where time(from: best, on: day) > time(from: best, on: weekday) {
      weekday = day
    }
    let time = time(from: best)
    return Window(
      startHour: best,
      time: time,
      shareHundredths: ratio(time.count, times: 10_000, by: total.count),
      weekday: weekday
    )
  }

  /// The time of the hours from one on, over all weekdays; past midnight it goes on at zero.
  private func time(from start: Int) -> Milliseconds {
    (1...7).reduce(.zero) { $0 + time(from: start, on: $1) }
  }

  private func time(from start: Int, on weekday: Int) -> Milliseconds {
    (0..<Self.windowHours).reduce(.zero) {
      $0 + time(weekday: weekday, hour: (start + $1) % 24)
    }
  }
}
