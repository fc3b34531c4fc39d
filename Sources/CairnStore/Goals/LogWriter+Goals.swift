public import Cairn

extension LogWriter {
  /// Sets a goal for the period that holds its first day and those after it.
  ///
  /// Periods before keep the goal they had. A nil target ends the goal from there on.
  public func set(_ goal: Goal) throws {
    let name = "\(goal.cadence.name) goal"
    title =
      goal.target.map { "Set the \(name) to \(goal.measure.counted($0))" }
      ?? "Remove the \(name) for \(goal.measure.name)"
    try save(goal)
  }

  /// Declares days a rest, so that they keep a streak alive; those that are already stay.
  public func freeze(_ days: ClosedRange<LocalDay>) throws {
    title = "Freeze \(Self.text(days))"
    for day in Cadence.daily.periods(in: days) { try save(Freeze(day.lowerBound)) }
  }

  /// Takes a rest back; days that are none stay as they are.
  public func unfreeze(_ days: ClosedRange<LocalDay>) throws {
    title = "Unfreeze \(Self.text(days))"
    for day in Cadence.daily.periods(in: days) {
      try delete(Freeze.recordKind, Freeze(day.lowerBound).recordID)
    }
  }

  private static func text(_ days: ClosedRange<LocalDay>) -> String {
    days.count == 1 ? days.lowerBound.text : "\(days.lowerBound.text) to \(days.upperBound.text)"
  }
}

extension ClosedRange<LocalDay> {
  /// How many days there are.
  fileprivate var count: Int32 { upperBound - lowerBound + 1 }
}
