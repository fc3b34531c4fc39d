public import Cairn

/// Something worth a look back: 100 hours, 50 books, 30 days in a row.
public struct Milestone: Sendable, Equatable {
  /// What it is of.
  public let kind: Kind
  /// How much.
  public let amount: Int64
  /// When it was reached, as precisely as is known: a day, or for a book also a month or a year.
  public let reached: PartialDay

  /// What milestones are of.
  public struct Kind: Sendable, Hashable {
    /// The name in JSON: `hours`.
    public let name: String
    /// The amounts that are milestones, ascending.
    public let amounts: [Int64]

    /// Hours in which any session ran, each moment counted once.
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

    /// The milestones among amounts in the order in which they were done, each on the date at which
    /// the sum reaches it; so many `parts` make one.
    fileprivate func reached(
      _ steps: [(date: PartialDay, amount: Int64)],
      parts: Int64 = 1
    ) -> [Milestone] {
      var reached: [Milestone] = []
      var sum: Int64 = 0
      for step in steps {
        sum += step.amount
        while reached.count < amounts.count, sum >= amounts[reached.count] * parts {
          reached.append(Milestone(kind: self, amount: amounts[reached.count], reached: step.date))
        }
      }
      return reached
    }
  }
}

extension Milestone {
  /// Those of hours in which anything ran, in days in their order.
  static func hours(_ days: [DayTotal]) -> [Milestone] {
    Kind.hours.reached(days.map { (PartialDay($0.day), $0.lived.count) }, parts: 3_600_000)
  }

  /// Those of sessions, in days in their order.
  static func sessions(_ days: [DayTotal]) -> [Milestone] {
    Kind.sessions.reached(days.map { (PartialDay($0.day), Int64($0.sessions)) })
  }

  /// Those of books, from the dates on which they were finished, in any order.
  ///
  /// A book counts once the last day it may have been finished is over.
  static func books(_ finishes: [PartialDay]) -> [Milestone] {
    let sorted = finishes.sorted { $0.last == $1.last ? $0 < $1 : $0.last < $1.last }
    return Kind.books.reached(sorted.map { ($0, 1) })
  }

  /// Those of days or weeks in a row, each by the first chain that was so long.
  static func streak(_ streak: Streak) -> [Milestone] {
    Kind.streak.amounts.compactMap { amount in
      guard let chain = streak.chains.first(where: { $0.steps.count >= amount }) else { return nil }
      let day = chain.steps[Int(amount) - 1].day
      return Milestone(kind: .streak, amount: amount, reached: PartialDay(day))
    }
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
    The day on which the sum of all days so far first reached the amount; of hours every moment counts \
    once, however many sessions ran in it; books without a date are left out.
    """

  /// Finds the milestones in what was done and in the person's streaks.
  public init(_ activity: Activity, _ streak: Streak) {
    let all = Self.sums(activity) + [Milestone.streak(streak)]
    let done = [
      activity.days.reduce(0) { $0 + $1.lived.count } / 3_600_000,
      activity.days.reduce(0) { $0 + Int64($1.sessions) },
      Int64(activity.finishes.count), Int64(streak.current),
    ]
    reached = all.flatMap { $0 }.sorted {
      $0.reached != $1.reached ? $0.reached > $1.reached : $0.amount > $1.amount
    }
    next = zip(Milestone.Kind.all, zip(all, done)).compactMap { kind, so in
      let (reached, done) = so
      guard reached.count < kind.amounts.count else { return nil }
      return NextMilestone(kind: kind, amount: kind.amounts[reached.count], done: done)
    }
    excluded = activity.undated
  }

  /// Those reached of hours, sessions and books, without those of streaks, in no particular order.
  public static func amounts(of activity: Activity) -> [Milestone] { sums(activity).flatMap { $0 } }

  private static func sums(_ activity: Activity) -> [[Milestone]] {
    [
      Milestone.hours(activity.days), Milestone.sessions(activity.days),
      Milestone.books(activity.finishes.map { $0.date }),
    ]
  }
}
