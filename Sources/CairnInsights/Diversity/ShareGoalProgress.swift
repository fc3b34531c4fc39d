public import Cairn

/// The progress of a share goal in the current period, over finished books.
public struct ShareGoalProgress: Sendable {
  /// The goal.
  public let goal: ShareGoal
  /// The current period; nil for all time.
  public let days: ClosedRange<LocalDay>?
  /// The books of the goal's category, in parts.
  public let done: Parts
  /// The books with a known value.
  public let known: Parts
  /// The books without a known value.
  public let unknown: Parts

  /// Counts the finished books of a shelf.
  public init(_ goal: ShareGoal, _ shelf: [DescribedBook], reads: [Language], today: LocalDay) {
    self.goal = goal
    days = goal.cadence.map { $0.period(of: today, .monday) }
    let books = shelf.filter { [days] in DiversityScope.finished.has($0, in: days) }
    let spread = DimensionSpread(goal.dimension, of: books, reads: reads)
    done = spread.parts(of: goal.value)
    (known, unknown) = (spread.known, spread.unknown)
  }

  /// The share of the known books in hundredths of a percent; nil without any.
  public var share: Int64? { done.share(of: known) }

  /// A sentence on the progress: what is still needed, or what could still change it.
  public var text: String {
    guard let share, let target = goal.percent else {
      return unknown > .zero
        ? DiversityText.noneKnown(of: unknown.text) : DiversityText.noneFinished
    }
    let now = DiversityText.now(percent(share), of: known.text)
    if isReached { return DiversityText.reached(now) }
    let state = now + (unknown > .zero ? DiversityText.open(unknown.text) : "")
    if share >= target * 100 { return DiversityText.enough(state) }
    guard let more else { return DiversityText.notAll(state) }
    return DiversityText.lacks(state, more)
  }

  /// The number of further books of the category that would reach the goal; nil if none can.
  private var more: Int64? {
    guard let target = goal.percent, target < 100 else { return nil }
    let (lack, each) = (target * known.count - 100 * done.count, (100 - target) * Parts.whole)
    return max(1, (lack + each - 1) / each)
  }

  /// Whether the goal is reached even if no unknown book is in the category.
  public var isReached: Bool {
    guard let target = goal.percent, done > .zero else { return false }
    return (done.share(of: known + unknown) ?? 0) >= target * 100
  }
}
