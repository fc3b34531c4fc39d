public import Cairn

/// A streak of consecutive days or weeks with enough activity.
///
/// A pure function of the log: an edit, import or deletion changes it as if the log had always
/// been that way (spec/reading.md 2.10, D46–D51).
public struct Streak: Sendable, Equatable {
  /// The rule: days or weeks, and the minimum over time.
  public let rule: StreakRule
  /// The minimum of the current day or week.
  public let minimum: StreakMinimum
  /// All runs, in order.
  public let runs: [StreakRun]
  /// The current run with its steps, which explain its length; empty if it is broken.
  public let now: StreakRun
  /// The longest run; the latest if several are equally long.
  public let best: StreakRun
  /// Whether the current day or week does not meet the minimum yet.
  public let isOpen: Bool
  /// The number of days or weeks that met the minimum, over all time.
  public let counted: Int
  /// The number of days or weeks with activity below the minimum.
  public let excluded: Int

  /// The length of the current run, 0 if it is broken.
  public var current: Int { now.steps.count }
  /// The length of the longest run.
  public var longest: Int { best.steps.count }

  /// The definition in up to three sentences; rest days appear only if there are any.
  public var definition: String {
    let restText =
      (now.restDays + best.restDays).isEmpty
      ? "" : " Rest days keep the streak without adding to it."
    let skips =
      (now.skipped + best.skipped).isEmpty
      ? "" : " Days skipped by a time zone change do not break it."
    return rule.definition + restText + skips
  }

  /// Computes the runs of days in any order; several totals of one day are summed.
  ///
  /// The amount of each total is its pages. `restDays` are rest days, and `skipped` are days that the
  /// local calendar skipped; both keep a run without extending it. A week is a rest if all its days
  /// are. Every day of a session counts. The day after `today` counts as well, because a traveller may
  /// have returned from it; later days are ignored. O(n log n).
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
    let builder = StreakBuilder(rule: rule, restDays: restDays, skipped: skipped)
    runs = builder.runs(enough)
    let step = rule.step(of: today)
    best = runs.reduce(StreakRun()) { $1.steps.count >= $0.steps.count ? $1 : $0 }
    now = runs.last.flatMap { builder.alive($0, at: step) } ?? StreakRun()
    isOpen = enough.last.map { $0.day < step } ?? true
    counted = enough.count
    excluded = all.count { $0.hasAnything } - enough.count { $0.hasAnything }
  }
}

/// Consecutive days or weeks with enough activity, and the rests between them.
public struct StreakRun: Sendable, Equatable {
  /// The days, or the first days of the weeks, ascending.
  public internal(set) var steps: [StreakStep] = []
  /// The rest days, or the first days of rest weeks, that kept the run, ascending.
  ///
  /// The current run includes those after its last step.
  public internal(set) var restDays: [LocalDay] = []
  /// Days that the local calendar skipped, ascending.
  public internal(set) var skipped: [LocalDay] = []

  init() {}
}

extension StreakStep {
  fileprivate var hasAnything: Bool { time > .zero || pages > 0 || sessions > 0 }

  /// Returns the totals of each day or week, ascending.
  fileprivate static func steps(of days: [DayTotal], _ rule: StreakRule) -> [StreakStep] {
    days.sorted { $0.day < $1.day }.reduce(into: []) { steps, day in
      let first = rule.step(of: day.day)
      if steps.last?.day != first { steps.append(StreakStep(first)) }
      steps[steps.count - 1].add(day)
    }
  }

  private mutating func add(_ day: DayTotal) {
    time += day.netTime
    pages += day.amount
    sessions += Int64(day.sessions)
  }
}
