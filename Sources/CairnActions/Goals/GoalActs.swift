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
  ///
  /// Throws `goal.not_found` for the end of a goal that does not hold in that period.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Goal {
    let (measure, cadence) = (goal.measure, goal.cadence)
    let name = cadence.name.capitalizedFirst + " goal"
    store.title =
      goal.target.map { "\(name) set to \(measure.counted($0))" }
      ?? "\(name) for \(measure.name) removed"
    let (held, from) = try store.held(cadence, goal.from) { (known: Goal) in
      known.measure == measure && known.cadence == cadence ? known.from : nil
    }
    guard goal.target != nil || held?.target != nil else {
      throw CairnError(
        "goal.not_found",
        "There is no \(cadence.name) goal for \(measure.name).",
        hint: "List the goals."
      )
    }
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
    let (_, from) = try store.held(cadence, minimum.from) { (known: StreakMinimumSetting) in
      known.cadence == cadence ? known.from : nil
    }
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

  /// Sets the goal; throws `goal.share_not_found` for the end of one that is not set.
  public func run(in store: some RecordStore) throws(CairnError) {
    if goal.percent == nil, try store.find(ShareGoal.self, goal.recordID)?.percent == nil {
      let period = goal.cadence.map { " each \($0.noun)" } ?? ""
      throw CairnError(
        "goal.share_not_found",
        "There is no share goal for \(goal.dimension.label(of: goal.value))\(period).",
        hint: "List the share goals."
      )
    }
    store.title = goal.percent == nil ? "Share goal removed" : "Goal set: \(goal.text)"
    try store.save(goal)
  }
}

extension RecordStore {
  /// Returns the latest value that holds in the period of a day, and the first day of a new value.
  ///
  /// A value set for the same period is replaced, so its first day stays. `first` returns the first day of a value,
  /// or nil for one of another kind.
  fileprivate func held<Value: Recorded>(
    _ cadence: Cadence,
    _ day: LocalDay,
    _ first: (Value) -> LocalDay?
  ) throws(CairnError) -> (value: Value?, from: LocalDay) {
    let period = cadence.period(of: day, try weekStart())
    var latest: (value: Value?, from: LocalDay) = (nil, day)
    for known in try all(Value.self) {
      guard let from = first(known), from <= period.upperBound else { continue }
      if latest.value == nil || latest.from < from { latest = (known, from) }
    }
    return period.contains(latest.from) ? latest : (latest.value, day)
  }

  /// Returns the day on which weeks start.
  package func weekStart() throws(CairnError) -> WeekStart {
    WeekStart(name: try setting(.weekStart)) ?? .monday
  }
}
