public import Cairn

/// A climber's ratings on one scale, per period.
public struct RatingTrend: Sendable, Equatable {
  /// One period.
  public struct Row: Sendable, Equatable {
    /// The days of the period.
    public let days: ClosedRange<LocalDay>
    /// The sum of the ratings.
    public internal(set) var sum: Int64 = 0
    /// The number of sessions with a rating.
    public internal(set) var count = 0

    /// The mean rating in hundredths, rounded down; nil without any.
    public var meanHundredths: Int64? {
      count > 0 ? ratio(sum, times: 100, by: Int64(count)) : nil
    }
  }

  /// The rating scale.
  public let scale: ClimbingScale
  /// The periods.
  public let periods: Periods
  /// One row per period.
  public let rows: [Row]
  /// The mean of all ratings in hundredths.
  public let mean: Figure<Int64>

  init(_ scale: ClimbingScale, _ history: ClimbingHistory, _ periods: Periods) {
    (self.scale, self.periods) = (scale, periods)
    var rows = periods.all.map { Row(days: $0) }
    for session in history.sessions {
      guard let value = session.rating(scale), let index = periods.index(of: session.day) else {
        continue
      }
      rows[index].sum += value
      rows[index].count += 1
    }
    self.rows = rows
    let count = rows.reduce(0) { $0 + $1.count }
    let sum = rows.reduce(0) { $0 + $1.sum }
    mean = Figure(
      .sessionRatings,
      value: count > 0 ? ratio(sum, times: 100, by: Int64(count)) : nil,
      count: count,
      excluded: [Exclusion("not set", history.sessions.count - count)],
      missing: "never set"
    )
  }
}

/// The send rate of sessions by the readiness before them.
public struct ReadinessAndSends: Sendable, Equatable {
  /// One readiness rating.
  public struct Level: Sendable, Equatable {
    /// The rating, 1 to 5.
    public let value: Int64
    /// The number of sessions with this rating.
    public internal(set) var sessions = 0
    /// The sums of their attempts.
    public internal(set) var sums = AttemptSums()

    /// Sends per attempt with a known result, in hundredths of a percent; nil below three sessions.
    public var sendRate: Int64? {
      sessions >= ReadinessAndSends.minimumSessionsPerLevel ? sums.sendRate : nil
    }
  }

  /// The minimum number of sessions for the figure.
  public static let minimumSessions = 10
  /// The minimum number of sessions for one rating's send rate.
  public static let minimumSessionsPerLevel = 3

  /// The scale of mental or physical readiness.
  public let scale: ClimbingScale
  /// All ratings from 1 to 5, including those without sessions.
  public let levels: Figure<[Level]>

  /// Creates the comparison; `sums` has the attempts of each session.
  init(
    _ scale: ClimbingScale,
    _ history: ClimbingHistory,
    _ sums: [SessionID: AttemptSums]
  ) {
    self.scale = scale
    var levels = scale.range.map { Level(value: $0) }
    var (unrated, empty) = (0, 0)
    for session in history.sessions {
      let own = sums[session.id] ?? AttemptSums()
      guard let value = session.rating(scale), scale.range.contains(value) else {
        unrated += 1
        continue
      }
      guard own.known > 0 else {
        empty += 1
        continue
      }
      let index = Int(value - scale.range.lowerBound)
      levels[index].sessions += 1
      levels[index].sums += own
    }
    let count = levels.reduce(0) { $0 + $1.sessions }
    self.levels = Figure(
      .readiness,
      value: count >= Self.minimumSessions ? levels : nil,
      count: count,
      excluded: [
        Exclusion("not set", unrated), Exclusion("no attempt with a known result", empty),
      ],
      missing: "not enough data: \(count) of \(Self.minimumSessions) sessions"
    )
  }

  /// A note that correlation is not causation, with the sample size.
  public var note: String {
    "\(counted(levels.count, "session")); this shows a correlation, not "
      + "a cause."
  }
}

extension ClimbingHistory {
  /// The sums of attempts logged here, by session.
  var loggedSums: [SessionID: AttemptSums] {
    var sums: [SessionID: AttemptSums] = [:]
    // Consecutive climbs mostly share a session.
    var last: (session: SessionID, sums: AttemptSums)?
    for climb in climbs where !climb.isImported {
      guard let session = climb.session else { continue }
      if last?.session != session {
        if let last { sums[last.session, default: AttemptSums()] += last.sums }
        last = (session, AttemptSums())
      }
      last?.sums += climb.sums
    }
    if let last { sums[last.session, default: AttemptSums()] += last.sums }
    return sums
  }
}
