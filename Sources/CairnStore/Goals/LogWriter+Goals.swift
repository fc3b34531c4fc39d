public import Cairn
import CairnSQL

extension LogWriter {
  /// Sets a goal from the period of its first day on; a nil target ends it.
  ///
  /// Earlier periods keep their goal; a goal set for the same period is replaced.
  @discardableResult
  public func set(_ goal: Goal) throws -> Goal {
    let name = goal.cadence.name.prefix(1).uppercased() + goal.cadence.name.dropFirst() + " goal"
    title =
      goal.target.map { "\(name) set to \(goal.measure.counted($0))" }
      ?? "\(name) for \(goal.measure.name) removed"
    let period = goal.cadence.period(of: goal.from, try weekStart())
    let same = try connection.first(
      """
      SELECT valid_from FROM goal
      WHERE measure = \(goal.measure.name) AND cadence = \(goal.cadence.name)
        AND valid_from >= \(period.lowerBound) AND valid_from <= \(period.upperBound)
      ORDER BY valid_from DESC
      """
    ) { try $0.day(0) }
    let kept = try Goal(goal.measure, goal.cadence, target: goal.target, from: same ?? goal.from)
    try save(kept)
    return kept
  }

  /// Sets the streak minimum from the day or week of its first day on.
  ///
  /// Earlier periods keep theirs; a minimum set for the same period is replaced.
  @discardableResult
  public func set(_ minimum: StreakMinimumSetting) throws -> StreakMinimumSetting {
    title = "Streak minimum set to \(minimum.minimum.text) each \(minimum.cadence.noun)"
    let period = minimum.cadence.period(of: minimum.from, try weekStart())
    let same = try connection.first(
      """
      SELECT valid_from FROM streak_minimum
      WHERE cadence = \(minimum.cadence.name)
        AND valid_from >= \(period.lowerBound) AND valid_from <= \(period.upperBound)
      ORDER BY valid_from DESC
      """
    ) { try $0.day(0) }
    let kept = StreakMinimumSetting(minimum.cadence, minimum.minimum, from: same ?? minimum.from)
    try save(kept)
    return kept
  }

  /// Marks days as rest days, which keep a streak alive; existing ones are unchanged.
  public func addRestDays(_ days: ClosedRange<LocalDay>) throws {
    title = "\(days.count == 1 ? "Rest day" : "Rest days") added: \(CalendarText.days(days))"
    for day in days { try save(RestDay(day)) }
  }

  /// Removes rest days; ignores days that are not rest days.
  public func removeRestDays(_ days: ClosedRange<LocalDay>) throws {
    title = "\(days.count == 1 ? "Rest day" : "Rest days") removed: \(CalendarText.days(days))"
    for day in days { try delete(RestDay.recordKind, RestDay(day).recordID) }
  }
}
