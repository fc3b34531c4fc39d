public import Cairn

/// The progress of a goal within one period.
public struct GoalProgress: Sendable, Equatable {
  /// The measure.
  public let measure: Measure
  /// The length of the period.
  public let cadence: Cadence
  /// The days of the period.
  public let period: ClosedRange<LocalDay>
  /// The amount to reach.
  public let target: Int64
  /// The amount done, with its definition.
  public let done: Figure<Int64>
  /// The amount due by the end of today at a constant daily pace.
  public let expected: Int64

  /// The amount done.
  public var amount: Int64 { done.value ?? 0 }
  /// Whether the goal is reached.
  public var isMet: Bool { amount >= target }
  /// The amount done minus the amount due; negative if behind, 0 on schedule.
  public var ahead: Int64 { amount - expected }

  /// The definition of `expected` and `ahead` in one sentence.
  public static let definition = """
    Due is the goal times the elapsed days, including today, divided by all days of the period, \
    rounded; ahead is the amount done minus the amount due.
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
    let elapsed = min(days, max(0, Int64(today - period.lowerBound) + 1))
    // Rounds half a unit up: round(goal·dayOfYear/daysInYear), spec/reading.md 3.3.
    expected = (2 * target * elapsed + days) / (2 * days)
  }
}

/// A person's goals over time.
public struct Goals: Sendable, Equatable {
  /// All current and former goals, each valid from its first day, ascending.
  private let goals: [Goal]
  private let weekStart: WeekStart

  /// Sorts goals by their first day.
  public init(_ goals: [Goal], weekStart: WeekStart) {
    self.goals = goals.sorted { $0.from < $1.from }
    self.weekStart = weekStart
  }

  /// Whether any current or former goal counts a measure.
  public func counts(_ measure: Measure) -> Bool { goals.contains { $0.measure == measure } }

  /// Returns the progress of all current goals, daily ones first.
  public func now(_ activity: Activity, today: LocalDay) -> [GoalProgress] {
    Cadence.all.flatMap { cadence in
      Measure.all.compactMap { progress($0, cadence, activity, on: today, today) }
    }
  }

  /// Returns the progress of one goal in its latest periods, latest first, skipping those without it.
  ///
  /// Each period is compared with the goal of that time, not with the current one.
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

  /// Returns the target of the period that contains a day, or nil.
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
