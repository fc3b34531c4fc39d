public import Cairn

/// Sets a goal from the period of its first day on; a nil target ends it.
///
/// Earlier periods keep their goal; a goal set for the same period is replaced.
public struct SetGoal: Sendable {
  /// The goal.
  public var goal: Goal

  /// Creates the act.
  public init(_ goal: Goal) { self.goal = goal }

  /// Sets the goal and returns it as stored, from the first day of the one that it replaces.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Goal {
    let (measure, cadence) = (goal.measure, goal.cadence)
    let name = cadence.name.prefix(1).uppercased() + cadence.name.dropFirst() + " goal"
    store.title =
      goal.target.map { "\(name) set to \(measure.counted($0))" }
      ?? "\(name) for \(measure.name) removed"
    let period = cadence.period(of: goal.from, try store.weekStart())
    let known = try store.all(Goal.self).filter {
      $0.measure == measure && $0.cadence == cadence && period.contains($0.from)
    }
    let from = known.map { $0.from }.max() ?? goal.from
    let kept = try Goal(measure, cadence, target: goal.target, from: from)
    try store.save(kept)
    return kept
  }
}

/// Sets the streak minimum from the day or week of its first day on.
///
/// Earlier periods keep theirs; a minimum set for the same period is replaced.
public struct SetStreakMinimum: Sendable {
  /// The minimum.
  public var minimum: StreakMinimumSetting

  /// Creates the act.
  public init(_ minimum: StreakMinimumSetting) { self.minimum = minimum }

  /// Sets the minimum and returns it as stored, from the first day of the one that it replaces.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> StreakMinimumSetting {
    let cadence = minimum.cadence
    store.title = "Streak minimum set to \(minimum.minimum.text) each \(cadence.noun)"
    let period = cadence.period(of: minimum.from, try store.weekStart())
    let known = try store.all(StreakMinimumSetting.self).filter {
      $0.cadence == cadence && period.contains($0.from)
    }
    let from = known.map { $0.from }.max() ?? minimum.from
    let kept = StreakMinimumSetting(cadence, minimum.minimum, from: from)
    try store.save(kept)
    return kept
  }
}

/// Marks days as rest days, which keep a streak alive, or as ordinary days again.
public struct ChangeRestDays: Sendable {
  /// The days.
  public var days: ClosedRange<LocalDay>
  /// Whether they are rest days.
  public var isResting: Bool

  /// Creates the act.
  public init(_ days: ClosedRange<LocalDay>, isResting: Bool) {
    (self.days, self.isResting) = (days, isResting)
  }

  /// Marks the days; those marked so already are unchanged.
  public func run(in store: some RecordStore) throws(CairnError) {
    let noun = days.count == 1 ? "Rest day" : "Rest days"
    store.title = "\(noun) \(isResting ? "added" : "removed"): \(CalendarText.days(days))"
    for day in days {
      if isResting {
        try store.save(RestDay(day))
      } else {
        try store.delete(RestDay.recordKind, RestDay(day).recordID)
      }
    }
  }
}

/// Sets a target share of finished books, or ends the goal.
public struct SetShareGoal: Sendable {
  /// The goal; without a percentage it ends.
  public var goal: ShareGoal

  /// Creates the act.
  public init(_ goal: ShareGoal) { self.goal = goal }

  /// Sets the goal.
  public func run(in store: some RecordStore) throws(CairnError) {
    store.title = goal.percent == nil ? "Share goal removed" : "Goal set: \(goal.text)"
    try store.save(goal)
  }
}

extension RecordStore {
  /// Returns the day on which weeks start.
  package func weekStart() throws(CairnError) -> WeekStart {
    WeekStart(name: try setting(.weekStart)) ?? .monday
  }
}
