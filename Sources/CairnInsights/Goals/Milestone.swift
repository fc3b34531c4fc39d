public import Cairn

/// A reached amount worth celebrating: 100 hours, 50 books, a 30-day streak.
public struct Milestone: Sendable, Equatable {
  /// The kind of amount.
  public let kind: Kind
  /// The amount.
  public let amount: Int64
  /// The date: a day, or for a book possibly only a month or a year.
  public let reached: PartialDay

  /// The kind of amount that a milestone counts.
  public struct Kind: Sendable, Hashable {
    /// The name in JSON: `hours`.
    public let name: String
    /// The milestone amounts, ascending.
    public let amounts: [Int64]

    /// Hours without overlaps: moments with several sessions count once.
    public static let hours = Kind(
      name: "hours",
      amounts: [1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    )
    /// Sessions.
    public static let sessions = Kind(
      name: "sessions",
      amounts: [1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    )
    /// Finished readings with a known date.
    public static let books = Kind(
      name: "books",
      amounts: [1, 5, 10, 25, 50, 100, 250, 500, 1_000]
    )
    /// The length of a streak in days or weeks, by the person's own rule.
    public static let streak = Kind(name: "streak", amounts: [7, 30, 100, 365])

    /// All kinds.
    public static let all = [hours, sessions, books, streak]

    /// Returns the milestones of chronological amounts, each on the date the sum reaches it; `parts`
    /// units of the amounts make one unit of the milestone.
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
  /// Returns the milestones of hours without overlaps; `days` are in order.
  static func hours(_ days: [DayTotal]) -> [Milestone] {
    Kind.hours.reached(days.map { (PartialDay($0.day), $0.netTime.count) }, parts: 3_600_000)
  }

  /// Returns the milestones of sessions; `days` are in order.
  static func sessions(_ days: [DayTotal]) -> [Milestone] {
    Kind.sessions.reached(days.map { (PartialDay($0.day), Int64($0.sessions)) })
  }

  /// Returns the milestones of books from the dates they were finished, in any order.
  ///
  /// A book counts after the last day on which it may have been finished.
  static func books(_ finishes: [PartialDay]) -> [Milestone] {
    let sorted = finishes.sorted { $0.last == $1.last ? $0 < $1 : $0.last < $1.last }
    return Kind.books.reached(sorted.map { ($0, 1) })
  }

  /// Returns the milestones of the streak, each by the first run of that length.
  static func streak(_ streak: Streak) -> [Milestone] {
    Kind.streak.amounts.compactMap { amount in
      guard let run = streak.runs.first(where: { $0.steps.count >= amount }) else { return nil }
      let day = run.steps[Int(amount) - 1].day
      return Milestone(kind: .streak, amount: amount, reached: PartialDay(day))
    }
  }
}

/// The next milestone of a kind, and the progress towards it.
public struct NextMilestone: Sendable, Equatable {
  /// The kind of amount.
  public let kind: Milestone.Kind
  /// The amount to reach.
  public let amount: Int64
  /// The current amount: whole hours rounded down, or the length of the current streak.
  public let done: Int64
}

/// All milestones reached, derived from the log, so that an edit can move their dates.
public struct Milestones: Sendable, Equatable {
  /// The milestones reached, latest first.
  public let reached: [Milestone]
  /// The next milestone of each kind that has one left.
  public let next: [NextMilestone]
  /// The number of finished books excluded because their date is unknown.
  public let excluded: Int

  /// The definition of milestones in one sentence.
  public static let definition = """
    The day on which the running total first reached the amount; for hours every moment counts once, \
    even while several sessions ran; books without a date are excluded.
    """

  /// Computes the milestones of a person's activity and streak.
  public init(_ activity: Activity, _ streak: Streak) {
    let all = Self.sums(activity) + [Milestone.streak(streak)]
    let done = [
      activity.days.reduce(0) { $0 + $1.netTime.count } / 3_600_000,
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

  /// Returns the milestones of hours, sessions and books, without streaks, in no particular order.
  public static func amounts(of activity: Activity) -> [Milestone] { sums(activity).flatMap { $0 } }

  private static func sums(_ activity: Activity) -> [[Milestone]] {
    [
      Milestone.hours(activity.days), Milestone.sessions(activity.days),
      Milestone.books(activity.finishes.map { $0.date }),
    ]
  }
}
