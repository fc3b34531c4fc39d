public import Cairn

/// Everything there is to know of climbing on some days.
public struct ClimbingInsights: Sendable, Equatable {
  /// What one discipline in one scale holds.
  public struct OnLadder: Sendable, Equatable {
    /// The discipline and the scale.
    public let ladder: Ladder
    /// Its pyramid.
    public let pyramid: GradePyramid
    /// Its hardest send.
    public let hardest: Figure<HardestSend>
    /// How its hardest sends changed.
    public let progression: GradeProgression
  }

  /// The days.
  public let days: ClosedRange<LocalDay>
  /// The weeks, months or years in them.
  public let periods: Periods
  /// What it adds up to.
  public let overview: ClimbingOverview
  /// Every discipline in every scale with a climb.
  public let ladders: [OnLadder]
  /// How many climbs with a grade there are, and how many without.
  public let graded: Figure<Int64>
  /// Send and flash rates.
  public let rates: ClimbingRates
  /// Climbs, attempts and time.
  public let volume: ClimbingVolume
  /// Climbs by discipline.
  public let disciplines: Figure<[DisciplineShare]>
  /// What helped and what hindered.
  public let tags: Figure<[TagBalance]>
  /// Climbs day by day.
  public let activity: ClimbingDays
  /// Readiness, exertion and pump.
  public let felt: [FeltTrend]
  /// Readiness of mind and body beside sends.
  public let readiness: [ReadinessAndSends]
  /// Weeks in a row, of all time.
  public let streak: Streak

  /// Counts what lies in some days, all of them for nil.
  ///
  /// Nothing is shown before the first climbed day of a longer time than a year, or after today.
  /// O(n log n).
  public init(
    _ history: ClimbingHistory,
    in span: ClosedRange<LocalDay>? = nil,
    by cadence: Cadence? = nil,
    today: LocalDay,
    weekStart: WeekStart,
    restDays: Set<LocalDay> = []
  ) {
    // A day of another century would make centuries of empty ones.
    let climbed = history.climbedDays.filter { $0 >= ClimbContext.earliest }
    let days = Self.lived(span, climbed, today: today)
    let periods = Periods(cadence, in: days, today: today, weekStart: weekStart)
    let inside = history.within(days)
    let all = LadderClimbs.all(inside)
    self.days = days
    self.periods = periods
    let outside = span == nil ? history.climbs.filter { !days.contains($0.day) } : []
    let before = outside.count { $0.day < days.lowerBound }
    overview = ClimbingOverview(inside, before: before, ahead: outside.count - before)
    ladders = all.map { one in
      OnLadder(
        ladder: one.ladder,
        pyramid: GradePyramid(one),
        hardest: HardestSend.find(one),
        progression: GradeProgression(one, periods)
      )
    }
    let graded = all.reduce(0) { $0 + $1.count }
    self.graded = Figure(
      .pyramid,
      value: graded > 0 ? Int64(graded) : nil,
      count: graded,
      excluded: [.ungraded(inside.climbs.count - graded)],
      missing: "no climb with a grade"
    )
    rates = ClimbingRates(inside)
    volume = ClimbingVolume(inside, periods)
    disciplines = DisciplineShare.all(inside)
    tags = TagBalance.all(inside)
    activity = ClimbingDays(inside, in: days, today: today, weekStart: weekStart)
    felt = ClimbingScale.felt.map { FeltTrend($0, inside, periods) }
    let logged = inside.loggedSums
    readiness = [.mental, .physical].map { ReadinessAndSends($0, inside, logged) }
    streak = Streak(
      climbed.map { DayTotal(day: $0, time: .zero, amount: 0, sessions: 1) },
      rule: StreakRule(cadence: .weekly, minimum: .oneSession, weekStart: weekStart),
      restDays: restDays,
      today: today
    )
  }

  private static func lived(
    _ span: ClosedRange<LocalDay>?,
    _ climbed: [LocalDay],
    today: LocalDay
  ) -> ClosedRange<LocalDay> {
    // Where it is tomorrow already, a climb of today has that day.
    let last = max(today, climbed.last.map { min($0, today + 1) } ?? today)
    let first = climbed.first ?? last
    guard let span else { return min(first, last)...last }
    let isLong = span.upperBound - span.lowerBound > 400
    let lower = isLong ? max(span.lowerBound, min(first, span.upperBound)) : span.lowerBound
    return lower...max(lower, min(span.upperBound, last))
  }
}

extension StreakMinimum {
  fileprivate static var oneSession: StreakMinimum { StreakMinimum(text: "1 session") ?? .anyTime }
}
