public import Cairn

/// A person's activity by hour of the week.
public struct HourPattern: Sendable, Equatable {
  /// The totals of one hour of the week.
  public struct Hour: Sendable, Equatable {
    /// The hour, from 0 for the first of Monday to 167 for the last of Sunday.
    public let hourOfWeek: Int
    /// The session time within the hour.
    public let time: Milliseconds
    /// The amount in the unit of the kind.
    public let amount: Int64
    /// The number of sessions that started in the hour.
    public let sessions: Int

    /// Creates an hour.
    public init(hourOfWeek: Int, time: Milliseconds, amount: Int64, sessions: Int) {
      (self.hourOfWeek, self.time) = (hourOfWeek, time)
      (self.amount, self.sessions) = (amount, sessions)
    }
  }

  /// The consecutive hours in which most sessions started.
  public struct Window: Sendable, Equatable {
    /// The first hour of the day, 0 to 23; ties are broken by time.
    public let startHour: Int
    /// The number of sessions that started in the window, over all weekdays.
    public let sessions: Int
    /// Their share of all sessions in hundredths of a percent, rounded down.
    public let shareHundredths: Int64
    /// The weekday with the most of them, 1 for Monday to 7; the earliest if tied.
    public let weekday: Int
  }

  /// The number of hours in a window.
  public static let windowHours = 3
  /// The minimum number of sessions for a best window.
  public static let minimumSessions = 10

  /// All 168 hours of the week from Monday, including empty ones.
  public let hours: [Hour]
  private let excluded: Int

  /// Creates the pattern; hours outside 0...167 are ignored.
  ///
  /// `sessions` is the total number of completed sessions.
  public init(_ hours: [Hour], sessions: Int) {
    let none = Hour(hourOfWeek: 0, time: .zero, amount: 0, sessions: 0)
    var week = (0..<168).map(none.at)
    for hour in hours where week.indices.contains(hour.hourOfWeek) {
      week[hour.hourOfWeek] = week[hour.hourOfWeek].adding(hour)
    }
    self.hours = week
    let counted = week.reduce(0) { $0 + $1.sessions }
    excluded = max(0, sessions - counted)
  }

  /// The number of sessions with any time.
  public var count: Int { hours.reduce(0) { $0 + $1.sessions } }

  /// Returns an hour of the day (0–23) on a weekday (1 for Monday to 7).
  public func hour(_ hour: Int, on weekday: Int) -> Hour {
    hours[(weekday - 1) * 24 + hour]
  }

  /// The pattern as a figure.
  public var figure: Figure<[Hour]> {
    Figure(.pattern, value: count > 0 ? hours : nil, count: count, excluded: exclusions)
  }

  /// The best window; nil below ten sessions.
  public var bestWindow: Figure<Window> {
    Figure(
      .bestWindow,
      value: count >= Self.minimumSessions ? window : nil,
      count: count,
      excluded: exclusions,
      missing: "not enough data: \(count) of \(Self.minimumSessions) sessions"
    )
  }

  private var exclusions: [Exclusion] { [Exclusion("no time", excluded)] }

  private var window: Window {
    var best = 0
    for start in 1..<24 where weight(from: start) > weight(from: best) { best = start }
    var weekday = 1
    for day in 2...7 where sessions(from: best, on: day) > sessions(from: best, on: weekday) {
      weekday = day
    }
    let sessions = sessions(from: best)
    return Window(
      startHour: best,
      sessions: sessions,
      shareHundredths: ratio(Int64(sessions), times: 10_000, by: Int64(max(1, count))),
      weekday: weekday
    )
  }

  /// Returns the number of sessions that started in the window, over all weekdays.
  private func sessions(from start: Int) -> Int {
    (1...7).reduce(0) { $0 + sessions(from: start, on: $1) }
  }

  /// Returns the sort key of windows: sessions, then time.
  private func weight(from start: Int) -> (Int, Milliseconds) {
    var time = Milliseconds.zero
    for weekday in 1...7 {
      for offset in 0..<Self.windowHours { time += hour((start + offset) % 24, on: weekday).time }
    }
    return (sessions(from: start), time)
  }

  /// Returns the same for one weekday; a window past midnight wraps to hour 0.
  private func sessions(from start: Int, on weekday: Int) -> Int {
    (0..<Self.windowHours).reduce(0) { $0 + hour((start + $1) % 24, on: weekday).sessions }
  }
}

extension HourPattern.Hour {
  fileprivate func at(_ number: Int) -> Self {
    Self(hourOfWeek: number, time: time, amount: amount, sessions: sessions)
  }

  fileprivate func adding(_ other: Self) -> Self {
    Self(
      hourOfWeek: hourOfWeek,
      time: time + other.time,
      amount: amount + other.amount,
      sessions: sessions + other.sessions
    )
  }
}

extension HourPattern {
  /// The number of sessions by the hour they began, 24 values over all weekdays.
  package var byHour: [Int64] {
    (0..<24).map { hour in (1...7).reduce(Int64(0)) { $0 + Int64(self.hour(hour, on: $1).sessions) }
    }
  }
}
