public import Cairn

/// How much was climbed in each period, and how long.
public struct ClimbingVolume: Sendable, Equatable {
  /// One period.
  public struct Row: Sendable, Equatable {
    /// Its days.
    public let days: ClosedRange<LocalDay>
    /// Climbs.
    public internal(set) var climbs = 0
    /// Attempts.
    public internal(set) var attempts: Int64 = 0
    /// Sessions that started in it.
    public internal(set) var sessions = 0
    /// The time that ran in it.
    public internal(set) var time = Milliseconds.zero
    /// The time of the sessions that started in it.
    public internal(set) var ofSessions = Milliseconds.zero

    /// The mean length of its sessions, rounded down; nil without any.
    public var mean: Milliseconds? {
      sessions > 0 ? Milliseconds(ofSessions.count / Int64(sessions)) : nil
    }
  }

  /// The periods.
  public let periods: Periods
  /// What each of them holds.
  public let rows: [Row]
  /// How many climbs there are.
  public let climbs: Figure<Int64>
  /// The mean length of a session: of all of them, not of the means of periods.
  public let session: Figure<Milliseconds>

  init(_ history: ClimbingHistory, _ periods: Periods) {
    self.periods = periods
    var rows = periods.all.map { Row(days: $0) }
    for climb in history.climbs {
      guard let place = periods.place(of: climb.day) else { continue }
      rows[place].climbs += 1
      rows[place].attempts += climb.sums.attempts
    }
    for session in history.sessions {
      guard let place = periods.place(of: session.day) else { continue }
      rows[place].sessions += 1
      rows[place].ofSessions += session.time
    }
    for day in history.days {
      guard let place = periods.place(of: day.day) else { continue }
      rows[place].time += day.time
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
