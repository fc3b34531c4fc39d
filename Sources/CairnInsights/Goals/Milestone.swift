import Cairn

/// Something worth a look back: 100 hours, 50 books, 30 days in a row.
public struct Milestone: Sendable, Equatable {
  /// What it is of.
  public let kind: Kind
  /// How much.
  public let amount: Int64
  /// When it was reached, as precisely as is known: `2026-03-05`, or for a book also `2026`.
  public let reached: String

  /// What milestones are of.
  public struct Kind: Sendable, Hashable {
    /// The name in JSON: `hours`.
    public let name: String
    /// The amounts that are milestones, ascending.
    public let amounts: [Int64]

    /// Hours that ran.
    public static let hours = Kind(
      name: "hours",
      amounts: [1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    )
    /// Sessions.
    public static let sessions = Kind(
      name: "sessions",
      amounts: [1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    )
    /// Readings finished whose date is known.
    public static let books = Kind(
      name: "books",
      amounts: [1, 5, 10, 25, 50, 100, 250, 500, 1_000]
    )
    /// Days or weeks in a row, by the person's own rule.
    public static let streak = Kind(name: "streak", amounts: [7, 30, 100, 365])

    /// All of them.
    public static let all = [hours, sessions, books, streak]
  }
}

/// The milestone that comes next, and how far it is.
public struct NextMilestone: Sendable, Equatable {
  /// What it is of.
  public let kind: Milestone.Kind
  /// How much it takes.
  public let amount: Int64
  /// How much there is; whole hours rounded down, and of a streak that which is alive.
  public let done: Int64
}

/// All milestones reached, dated by the day they were; derived, so that an edit moves them.
public struct Milestones: Sendable, Equatable {
  /// Those reached, the latest first.
  public let reached: [Milestone]
  /// Those to come, one of each kind that has one left.
  public let next: [NextMilestone]
  /// Books finished that are left out, since nobody knows when.
  public let excluded: Int

  /// What a milestone is, in one sentence.
  public static let definition = """
    The day on which the sum of all days so far first reached the amount; books without a date are \
    left out.
    """

  /// Finds the milestones in what was done and in the person's streaks.
  public init(_ activity: Activity, _ streak: Streak) {
    let ladders = [
      Ladder(.hours, activity.days.map { ($0.day.text, $0.time.count) }, unit: 3_600_000),
      Ladder(.sessions, activity.days.map { ($0.day.text, Int64($0.sessions)) }),
      Ladder(.books, activity.finishes.map { ($0.text, 1) }),
      Ladder(streak),
    ]
    reached = ladders.flatMap { $0.reached }.sorted {
      $0.reached != $1.reached ? $0.reached > $1.reached : $0.amount > $1.amount
    }
    next = ladders.compactMap { $0.next }
    excluded = activity.undated
  }
}

/// One kind of milestone, climbed step by step.
private struct Ladder {
  let kind: Milestone.Kind
  private(set) var reached: [Milestone] = []
  private let done: Int64

  /// Adds up amounts day by day; `unit` is how many of them make one of the milestone.
  init(_ kind: Milestone.Kind, _ steps: [(day: String, amount: Int64)], unit: Int64 = 1) {
    self.kind = kind
    var sum: Int64 = 0
    for step in steps {
      sum += step.amount
      while reached.count < kind.amounts.count, sum >= kind.amounts[reached.count] * unit {
        reached.append(
          Milestone(kind: kind, amount: kind.amounts[reached.count], reached: step.day)
        )
      }
    }
    done = sum / unit
  }

  init(_ streak: Streak) {
    kind = .streak
    done = Int64(streak.current)
    reached = kind.amounts.compactMap { amount in
      let chain = streak.chains.first { $0.steps.count >= amount }
      return chain.map { chain in
        Milestone(
          kind: .streak,
          amount: amount,
          reached: chain.steps[Int(amount) - 1].day.text
        )
      }
    }
  }

  var next: NextMilestone? {
    guard reached.count < kind.amounts.count else { return nil }
    return NextMilestone(kind: kind, amount: kind.amounts[reached.count], done: done)
  }
}
