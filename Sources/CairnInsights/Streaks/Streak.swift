public import Cairn

/// A chain of days, or weeks, in a row with enough activity.
///
/// A pure function of what is recorded: an edit, an import or a deletion changes it as if the log
/// had always been so (spec/reading.md 2.10, D46–D51).
public struct Streak: Sendable, Equatable {
  /// What it counts.
  public let rule: StreakRule
  /// The least in today's day or week.
  public let minimum: StreakMinimum
  /// All chains there ever were, in order.
  public let chains: [StreakChain]
  /// The chain that is alive today; empty when none is: the answer to “why is it 12?”.
  public let now: StreakChain
  /// The longest chain ever; the latest when several are as long.
  public let best: StreakChain
  /// Whether today, or this week, is not enough yet.
  public let isOpen: Bool
  /// Days or weeks that are enough, over all history.
  public let counted: Int
  /// Days or weeks with something recorded, but not enough.
  public let excluded: Int

  /// Days or weeks in the chain that is alive, 0 when none is.
  public var current: Int { now.steps.count }
  /// Days or weeks in the longest chain ever.
  public var longest: Int { best.steps.count }

  /// What it is, in one or two sentences; of rests it speaks where there are any.
  public var definition: String {
    let rests = (now.restDays + best.restDays).isEmpty ? "" : " Rest days keep it and add nothing."
    let skips = (now.skipped + best.skipped).isEmpty ? "" : " Days that never were do not break it."
    return rule.definition + rests + skips
  }

  /// Finds the chains among what the days hold, in any order; several totals of a day are added.
  ///
  /// The amount of each total is its pages.
  /// `restDays` are days the person declared a rest, `skipped` days that were not in the calendar of
  /// the place: both keep a chain and add nothing. A week rests when all its days do. Every day a
  /// session touched counts, and so does the day after `today`, which a traveller has come back
  /// from; days after that are left out. O(n log n).
  public init(
    _ days: [DayTotal],
    rule: StreakRule,
    restDays: Set<LocalDay> = [],
    skipped: Set<LocalDay> = [],
    today: LocalDay
  ) {
    self.rule = rule
    minimum = rule.minimum(on: today)
    let all = StreakStep.steps(of: days.filter { $0.day <= today + 1 }, rule)
    let enough = rule.enough(of: all)
    let walk = StreakWalk(rule: rule, restDays: restDays, skipped: skipped)
    chains = walk.chains(enough)
    let step = rule.step(of: today)
    best = chains.reduce(StreakChain()) { $1.steps.count >= $0.steps.count ? $1 : $0 }
    now = chains.last.flatMap { walk.alive($0, at: step) } ?? StreakChain()
    isOpen = enough.last.map { $0.day < step } ?? true
    counted = enough.count
    excluded = all.count { $0.hasAnything } - enough.count { $0.hasAnything }
  }
}

/// Days or weeks in a row, and the rests between them.
public struct StreakChain: Sendable, Equatable {
  /// The days that count, or the weeks by their first days, ascending.
  public internal(set) var steps: [StreakStep] = []
  /// The rest days, or whole weeks of them by their first days, that kept it, ascending.
  ///
  /// In the chain that is alive also those since its last day.
  public internal(set) var restDays: [LocalDay] = []
  /// Days that were not in the calendar of the place, ascending.
  public internal(set) var skipped: [LocalDay] = []

  init() {}
}

extension StreakStep {
  fileprivate var hasAnything: Bool { time > .zero || pages > 0 || sessions > 0 }

  /// What each day or week holds, ascending.
  fileprivate static func steps(of days: [DayTotal], _ rule: StreakRule) -> [StreakStep] {
    days.sorted { $0.day < $1.day }.reduce(into: []) { steps, day in
      let first = rule.step(of: day.day)
      if steps.last?.day != first { steps.append(StreakStep(first)) }
      steps[steps.count - 1].add(day)
    }
  }

  private mutating func add(_ day: DayTotal) {
    time += day.lived
    pages += day.amount
    sessions += Int64(day.sessions)
  }
}
