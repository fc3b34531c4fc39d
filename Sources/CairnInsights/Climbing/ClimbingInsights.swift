public import Cairn

/// All climbing figures of a range of days.
public struct ClimbingInsights: Sendable, Equatable {
  /// The figures of one discipline in one scale.
  public struct OnLadder: Sendable, Equatable {
    /// The discipline and the scale.
    public let ladder: Ladder
    /// The grade pyramid.
    public let pyramid: GradePyramid
    /// The hardest send.
    public let hardest: Figure<HardestSend>
    /// The hardest send of each period.
    public let progression: GradeProgression
  }

  /// The range of days.
  public let days: ClosedRange<LocalDay>
  /// The weeks, months or years in the range.
  public let periods: Periods
  /// The totals.
  public let overview: ClimbingOverview
  /// The ladders with at least one climb.
  public let ladders: [OnLadder]
  /// The number of climbs with a grade; climbs without one are excluded.
  public let graded: Figure<Int64>
  /// Send and flash rates.
  public let rates: ClimbingRates
  /// Climbs, attempts and time.
  public let volume: ClimbingVolume
  /// Climbs by discipline.
  public let disciplines: Figure<[DisciplineShare]>
  /// Tags that helped or hindered.
  public let tags: Figure<[TagBalance]>
  /// Climbs per day.
  public let activity: ClimbingDays
  /// Trends of readiness, exertion and pump.
  public let ratings: [RatingTrend]
  /// Mental and physical readiness compared with sends.
  public let readiness: [ReadinessAndSends]
  /// The streak of weeks over all time.
  public let streak: Streak

  /// Computes all figures for `span`, or for all time if it is nil.
  ///
  /// Spans end today at the latest; one of over 400 days starts with the first day of climbing.
  /// O(n log n).
  public init(
    _ history: ClimbingHistory,
    in span: ClosedRange<LocalDay>? = nil,
    by cadence: Cadence? = nil,
    today: LocalDay,
    weekStart: WeekStart,
    restDays: Set<LocalDay> = []
  ) {
    // Ignores implausible dates, which would add centuries of empty periods.
    let climbed = history.climbedDays.filter { $0 >= ClimbContext.earliest }
    let days = Self.coveredDays(span, climbed, today: today)
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
      missing: "no graded climbs"
    )
    rates = ClimbingRates(inside)
    volume = ClimbingVolume(inside, periods)
    disciplines = DisciplineShare.all(inside)
    tags = TagBalance.all(inside)
    activity = ClimbingDays(inside, in: days, today: today, weekStart: weekStart)
    ratings = ClimbingScale.ratings.map { RatingTrend($0, inside, periods) }
    let logged = inside.loggedSums
    readiness = [.mental, .physical].map { ReadinessAndSends($0, inside, logged) }
    streak = Streak(
      climbed.map { DayTotal(day: $0, time: .zero, amount: 0, sessions: 1) },
      rule: StreakRule(cadence: .weekly, minimum: .oneSession, weekStart: weekStart),
      restDays: restDays,
      today: today
    )
  }

  private static func coveredDays(
    _ span: ClosedRange<LocalDay>?,
    _ climbed: [LocalDay],
    today: LocalDay
  ) -> ClosedRange<LocalDay> {
    // A time zone ahead of this one may already log climbs for tomorrow.
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
