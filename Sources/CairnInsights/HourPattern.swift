public import Cairn

/// When in the week a person does something.
public struct HourPattern: Sendable, Equatable {
  /// What one hour of the week holds.
  public struct Hour: Sendable, Equatable {
    /// 0 for the first hour of Monday to 167 for the last of Sunday.
    public let hourOfWeek: Int
    /// The time that ran in it.
    public let time: Milliseconds
    /// What was done in it, in the unit of the kind.
    public let amount: Int64
    /// Sessions that began to run in it.
    public let sessions: Int

    /// Makes an hour.
    public init(hourOfWeek: Int, time: Milliseconds, amount: Int64, sessions: Int) {
      (self.hourOfWeek, self.time) = (hourOfWeek, time)
      (self.amount, self.sessions) = (amount, sessions)
    }
  }

  /// The hours in a row in which most sessions began.
  public struct Window: Sendable, Equatable {
    /// The hour on the clock with which it begins, 0 to 23; of several the ones with the most time.
    public let startHour: Int
    /// Sessions that began in it, over all weekdays.
    public let sessions: Int
    /// Their part of all sessions in hundredths of a percent, rounded down.
    public let shareHundredths: Int64
    /// The weekday on which most began in it, 1 for Monday to 7; the earliest of several.
    public let weekday: Int
  }

  /// How many hours a window has.
  public static let windowHours = 3
  /// How many sessions a best window needs.
  public static let leastSessions = 10

  /// Every hour of the week, empty ones too: 168 of them, Monday first.
  public let hours: [Hour]
  private let excluded: Int

  /// Lays out hours, leaving out those outside 0...167.
  ///
  /// `sessions` is how many ended in all.
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

  /// Sessions with any time.
  public var count: Int { hours.reduce(0) { $0 + $1.sessions } }

  /// The hour on the clock (0–23) of a weekday (1 for Monday to 7).
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
      value: count >= Self.leastSessions ? window : nil,
      count: count,
      excluded: exclusions,
      missing: "not enough data: \(count) of \(Self.leastSessions) sessions"
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

  /// Sessions that began in the hours from one on, over all weekdays.
  private func sessions(from start: Int) -> Int {
    (1...7).reduce(0) { $0 + sessions(from: start, on: $1) }
  }

  /// What windows are compared by: sessions, and where they are as many, running time.
  private func weight(from start: Int) -> (Int, Milliseconds) {
    var time = Milliseconds.zero
    for weekday in 1...7 {
      for offset in 0..<Self.windowHours { time += hour((start + offset) % 24, on: weekday).time }
    }
    return (sessions(from: start), time)
  }

  /// The same on one weekday; past midnight it goes on at zero.
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
