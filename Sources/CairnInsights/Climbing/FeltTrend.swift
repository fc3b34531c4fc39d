public import Cairn

/// What a climber felt, period by period.
public struct FeltTrend: Sendable, Equatable {
  /// One period.
  public struct Row: Sendable, Equatable {
    /// Its days.
    public let days: ClosedRange<LocalDay>
    /// The sum of the values given.
    public internal(set) var sum: Int64 = 0
    /// Sessions with a value.
    public internal(set) var count = 0

    /// Their mean in hundredths, rounded down; nil without any.
    public var meanHundredths: Int64? {
      count > 0 ? ratio(sum, times: 100, by: Int64(count)) : nil
    }
  }

  /// What was felt.
  public let scale: ClimbingScale
  /// The periods.
  public let periods: Periods
  /// What each of them holds.
  public let rows: [Row]
  /// The mean of all in hundredths.
  public let mean: Figure<Int64>

  init(_ scale: ClimbingScale, _ history: ClimbingHistory, _ periods: Periods) {
    (self.scale, self.periods) = (scale, periods)
    var rows = periods.all.map { Row(days: $0) }
    for session in history.sessions {
      guard let value = session.felt(scale), let place = periods.place(of: session.day) else {
        continue
      }
      rows[place].sum += value
      rows[place].count += 1
    }
    self.rows = rows
    let count = rows.reduce(0) { $0 + $1.count }
    let sum = rows.reduce(0) { $0 + $1.sum }
    mean = Figure(
      .felt,
      value: count > 0 ? ratio(sum, times: 100, by: Int64(count)) : nil,
      count: count,
      excluded: [Exclusion("not said", history.sessions.count - count)],
      missing: "never said"
    )
  }
}

/// How readiness before a session went together with what was sent in it.
public struct ReadinessAndSends: Sendable, Equatable {
  /// One value of readiness.
  public struct Level: Sendable, Equatable {
    /// The value, 1 to 5.
    public let value: Int64
    /// Sessions with it.
    public internal(set) var sessions = 0
    /// Their attempts.
    public internal(set) var sums = AttemptSums()

    /// Sends out of attempts with a known result in hundredths of a percent; nil below three
    /// sessions.
    public var sendRate: Int64? {
      sessions >= ReadinessAndSends.leastOfLevel ? sums.sendRate : nil
    }
  }

  /// How many sessions it takes to say anything.
  public static let least = 10
  /// How many sessions it takes to say anything of one value.
  public static let leastOfLevel = 3

  /// Readiness of the mind or of the body.
  public let scale: ClimbingScale
  /// Every value, 1 to 5, also without sessions.
  public let levels: Figure<[Level]>

  /// `sums` are the attempts of each session.
  init(
    _ scale: ClimbingScale,
    _ history: ClimbingHistory,
    _ sums: [SessionID: AttemptSums]
  ) {
    self.scale = scale
    var levels = scale.range.map { Level(value: $0) }
    var (unsaid, empty) = (0, 0)
    for session in history.sessions {
      let own = sums[session.id] ?? AttemptSums()
      guard let value = session.felt(scale), scale.range.contains(value) else {
        unsaid += 1
        continue
      }
      guard own.known > 0 else {
        empty += 1
        continue
      }
      let place = Int(value - scale.range.lowerBound)
      levels[place].sessions += 1
      levels[place].sums += own
    }
    let count = levels.reduce(0) { $0 + $1.sessions }
    self.levels = Figure(
      .readiness,
      value: count >= Self.least ? levels : nil,
      count: count,
      excluded: [
        Exclusion("not said", unsaid), Exclusion("no attempt with a known result", empty),
      ],
      missing: "too few to tell: \(count) of \(Self.least) sessions"
    )
  }

  /// What such numbers can tell, and what they cannot.
  public var words: String {
    "\(levels.count) session\(levels.count == 1 ? "" : "s"); this shows what went together, not what "
      + "caused what."
  }
}

extension ClimbingHistory {
  /// The attempts of each session at climbs that were logged here.
  var loggedSums: [SessionID: AttemptSums] {
    var sums: [SessionID: AttemptSums] = [:]
    // Climbs mostly are of the session of the one before.
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
