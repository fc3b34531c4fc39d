public import Cairn

/// How far a share of the books finished is, in the period that holds today.
public struct ShareGoalProgress: Sendable {
  /// The goal.
  public let goal: ShareGoal
  /// The days it is about now; nil for all.
  public let days: ClosedRange<LocalDay>?
  /// The books of the category, in parts.
  public let done: Parts
  /// Those of which it is known.
  public let known: Parts
  /// Those of which it is not.
  public let unknown: Parts

  /// Counts the books of a shelf.
  public init(_ goal: ShareGoal, _ shelf: [DescribedBook], reads: [Language], today: LocalDay) {
    self.goal = goal
    days = goal.cadence.map { $0.period(of: today, .monday) }
    let spread = Diversity(shelf, .finished, in: days, reads: reads).spread(goal.dimension)
    done = spread.parts(of: goal.value)
    (known, unknown) = (spread.known, spread.unknown)
  }

  /// The share of the books of which it is known, in hundredths of a percent; nil when of none.
  public var share: Int64? { done.share(of: known) }

  /// Whether it is reached, whatever the books are of which it is not known.
  public var isReached: Bool {
    (done.share(of: known + unknown) ?? 0) >= (goal.percent ?? 0) * 100 && done > .zero
  }
}
