public import Cairn

/// How far a goal is in one of its periods.
public struct GoalProgress: Sendable, Equatable {
  /// What is counted.
  public let measure: Measure
  /// How often.
  public let cadence: Cadence
  /// The days of the period.
  public let period: ClosedRange<LocalDay>
  /// What is to be reached in it.
  public let target: Int64
  /// What was done in it, with how it is counted.
  public let done: Figure<Int64>
  /// What is due by the end of today, when all days of the period are alike.
  public let expected: Int64

  /// What was done.
  public var amount: Int64 { done.value ?? 0 }
  /// Whether the goal is reached.
  public var isMet: Bool { amount >= target }
  /// How much more was done than is due; negative when behind, 0 on schedule.
  public var ahead: Int64 { amount - expected }

  /// How `expected` and `ahead` are computed, in one sentence.
  public static let definition = """
    Due is the goal times the days gone by, today included, over all days of the period, rounded; \
    ahead is what was done less what is due.
    """

  init(
    _ goal: Goal,
    target: Int64,
    _ activity: Activity,
    period: ClosedRange<LocalDay>,
    _ today: LocalDay
  ) {
    measure = goal.measure
    cadence = goal.cadence
    self.period = period
    self.target = target
    done = activity.done(of: goal.measure, in: period)
    let days = Int64(period.upperBound - period.lowerBound) + 1
    let gone = min(days, max(0, Int64(today - period.lowerBound) + 1))
    // Half a unit is rounded up: round(goal·dayOfYear/daysInYear), spec/reading.md 3.3.
    expected = (2 * target * gone + days) / (2 * days)
  }
}

/// The goals of a person through time.
public struct Goals: Sendable, Equatable {
  /// All goals there ever were, each from its first day on, ascending by it.
  private let goals: [Goal]
  private let weekStart: WeekStart

  /// Orders goals by the day they begin.
  public init(_ goals: [Goal], weekStart: WeekStart) {
    self.goals = goals.sorted { $0.from < $1.from }
    self.weekStart = weekStart
  }

  /// Whether any of them ever counted a measure.
  public func counts(_ measure: Measure) -> Bool { goals.contains { $0.measure == measure } }

  /// How far every goal of today is, those of a day first.
  public func now(_ activity: Activity, today: LocalDay) -> [GoalProgress] {
    Cadence.all.flatMap { cadence in
      Measure.all.compactMap { progress($0, cadence, activity, on: today, today) }
    }
  }

  /// How one goal stood in its latest periods, the latest first, only those that had one.
  ///
  /// Each period is held against the goal it had, not against that of today.
  public func past(
    _ measure: Measure,
    _ cadence: Cadence,
    _ activity: Activity,
    today: LocalDay,
    limit: Int
  ) -> [GoalProgress] {
    let own = goals.filter { $0.measure == measure && $0.cadence == cadence }
    guard let first = own.first?.from, first <= today else { return [] }
    return cadence.periods(in: first...today, weekStart).suffix(limit).reversed().compactMap {
      progress(measure, cadence, activity, on: $0.lowerBound, today)
    }
  }

  /// What is to be reached in the period that holds a day, or nil.
  public func target(_ measure: Measure, _ cadence: Cadence, on day: LocalDay) -> Int64? {
    goal(measure, cadence, on: day)?.target
  }

  private func progress(
    _ measure: Measure,
    _ cadence: Cadence,
    _ activity: Activity,
    on day: LocalDay,
    _ today: LocalDay
  ) -> GoalProgress? {
    guard let goal = goal(measure, cadence, on: day), let target = goal.target else { return nil }
    let period = cadence.period(of: day, weekStart)
    return GoalProgress(goal, target: target, activity, period: period, today)
  }

  private func goal(_ measure: Measure, _ cadence: Cadence, on day: LocalDay) -> Goal? {
    let end = cadence.period(of: day, weekStart).upperBound
    return goals.last { $0.measure == measure && $0.cadence == cadence && $0.from <= end }
  }
}
