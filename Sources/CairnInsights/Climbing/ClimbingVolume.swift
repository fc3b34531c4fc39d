public import Cairn

/// Climbs, attempts and time per period.
public struct ClimbingVolume: Sendable, Equatable {
  /// One period.
  public struct Row: Sendable, Equatable {
    /// The days of the period.
    public let days: ClosedRange<LocalDay>
    /// The number of climbs.
    public internal(set) var climbs = 0
    /// The number of attempts.
    public internal(set) var attempts: Int64 = 0
    /// The number of sessions that started in the period.
    public internal(set) var sessions = 0
    /// The climbing time within the period.
    public internal(set) var time = Milliseconds.zero
    /// The total time of the sessions that started in the period.
    public internal(set) var sessionTime = Milliseconds.zero

    /// The mean length of these sessions, rounded down; nil without any.
    public var mean: Milliseconds? {
      sessions > 0 ? Milliseconds(sessionTime.count / Int64(sessions)) : nil
    }
  }

  /// The periods.
  public let periods: Periods
  /// One row per period.
  public let rows: [Row]
  /// The number of climbs.
  public let climbs: Figure<Int64>
  /// The mean length of all sessions, not the mean of the periods' means.
  public let session: Figure<Milliseconds>

  init(_ history: ClimbingHistory, _ periods: Periods) {
    self.periods = periods
    var rows = periods.all.map { Row(days: $0) }
    for climb in history.climbs {
      guard let index = periods.index(of: climb.day) else { continue }
      rows[index].climbs += 1
      rows[index].attempts += climb.sums.attempts
    }
    for session in history.sessions {
      guard let index = periods.index(of: session.day) else { continue }
      rows[index].sessions += 1
      rows[index].sessionTime += session.time
    }
    for day in history.days {
      guard let index = periods.index(of: day.day) else { continue }
      rows[index].time += day.time
    }
    self.rows = rows
    let (climbs, sessions) = (history.climbs.count, history.sessions.count)
    let time = history.sessions.reduce(Milliseconds.zero) { $0 + $1.time }
    self.climbs = Figure(
      .volume,
      value: climbs > 0 ? Int64(climbs) : nil,
      count: climbs,
      missing: "no climbs"
    )
    session = Figure(
      .climbingTime,
      value: sessions > 0 ? Milliseconds(time.count / Int64(sessions)) : nil,
      count: sessions,
      missing: "no sessions"
    )
  }
}
