import Cairn
import CairnActions
import CairnInsights
import CairnStore

extension Command<CommandContext> {
  static var streak: Command {
    Command(
      "streak",
      summary: "Show your streak.",
      discussion: """
        The setting streakCadence chooses days or weeks, `cairn streak minimum` sets how much is \
        enough. The options show the streak under another rule without changing it. A session \
        tracked later counts on its day.
        """,
      examples: [
        Example("cairn streak --why", "list the active days"),
        Example("cairn streak --weekly --minimum \"3 sessions\"", "weeks with three sessions"),
        Example("cairn streak rest 2026-03-07", "a rest day"),
      ],
      options: [
        .flag("daily", "Count days."), .flag("weekly", "Count weeks."),
        .value(
          "minimum",
          "MINIMUM",
          "The minimum: any, \"10 minutes\", \"20 pages\", \"3 sessions\"."
        ), .kind,
        .flag("why", "List the days or weeks that count."),
      ],
      subcommands: [minimum, rest],
      action: { invocation, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let activity = try await log.activity(
            try invocation.kind(of: context.modules),
            until: today
          )
          let streak = try await log.streak(
            activity,
            rule: try await log.streakRule(try invocation.streakCadence())
              .withMinimum(try invocation.minimum()),
            today: today,
            zone: context.zone
          )
          context.show(streak, why: invocation.flag("why"))
          return .done
        }
      }
    )
  }

  private static var minimum: Command {
    Command(
      "minimum",
      summary: "Set the daily or weekly minimum for a streak.",
      discussion: """
        Applies from this day or week; past ones keep their minimum. Without an argument, all \
        minimums are listed.
        """,
      examples: [
        Example("cairn streak minimum \"20 minutes\"", "from today"),
        Example("cairn streak minimum \"3 sessions\" --weekly", "from this week"),
      ],
      arguments: [
        .optional(
          "minimum",
          "The minimum: any, \"10 minutes\", \"20 pages\", \"3 sessions\"."
        )
      ],
      options: [
        .flag("daily", "For each day."), .flag("weekly", "For each week."),
        .value("from", "DAY", "The first day, if it is not today."),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let minimum = try invocation.minimum()
          if let minimum { try await context.set(minimum, invocation, in: log) }
          if context.wantsData || minimum == nil { context.show(try await log.minimums()) }
          return .done
        }
      }
    )
  }

  private static var rest: Command {
    Command(
      "rest",
      summary: "Add rest days, which keep the streak.",
      discussion: """
        A rest day neither extends nor breaks a streak. A week is a rest week when all its \
        seven days are rest days. Without arguments, your rest days are listed.
        """,
      examples: [
        Example("cairn streak rest yesterday", "one day"),
        Example("cairn streak rest 2026-07-06..2026-07-19", "an upcoming holiday"),
      ],
      arguments: [.optional("days", "A day, or a range such as 2026-07-06..2026-07-19.")],
      options: [.flag("remove", "Remove the rest days.")],
      action: { invocation, context in
        try await context.withLog { log in
          if let word = invocation.value("days") {
            let days = try context.restDays(word, try await context.times(in: log))
            try await context.addRestDays(days, isRemoved: invocation.flag("remove"), in: log)
          }
          if context.wantsData || invocation.value("days") == nil {
            context.show(restDays: try await log.restDays())
          }
          return .done
        }
      }
    )
  }
}

extension Invocation {
  /// Returns the typed streak minimum; nil without one, throws `usage.value` for an invalid one.
  fileprivate func minimum() throws(CairnError) -> StreakMinimum? {
    guard let text = value("minimum") else { return nil }
    if let minimum = StreakMinimum(text: text) { return minimum }
    throw CairnError(
      "usage.value",
      "“\(text)” is not a streak minimum.",
      hint: "Write any, \"10 minutes\", \"20 pages\" or \"3 sessions\"."
    )
  }

  /// Returns the cadence of `--daily` or `--weekly`; nil without one, throws `usage.period` for both.
  fileprivate func streakCadence() throws(CairnError) -> Cadence? {
    try cadence(of: [.daily, .weekly])
  }

  /// Returns the cadence of the given flag; nil without one, throws `usage.period` for two.
  func cadence(of all: [Cadence]) throws(CairnError) -> Cadence? {
    try only(of: all.map(\.name), "usage.period").flatMap { Cadence(name: $0) }
  }
}

extension CommandContext {
  /// Sets a streak minimum and shows the resulting streak.
  fileprivate func set(_ minimum: StreakMinimum, _ invocation: Invocation, in log: Log) async throws
  {
    let times = try await times(in: log)
    let from = try times.day(invocation.value("from") ?? "today").value
    let cadence = try await log.streakRule(try invocation.streakCadence()).cadence
    try await log.write {
      try SetStreakMinimum(StreakMinimumSetting(cadence, minimum, from: from)).run(in: $0)
    }
    guard !wantsData else { return }
    let requirement = minimum == .anyTime ? "any tracked time" : "at least \(minimum.text)"
    let day = times.format.day(from)
    let current = try await currentStreak(cadence, in: log)
    output.info("From \(day): \(requirement) each \(cadence.noun). The streak is \(current).")
  }

  /// Returns `3 days`, `12 weeks`.
  private func currentStreak(_ cadence: Cadence?, in log: Log) async throws -> String {
    let today = try await today(in: log)
    let rule = try await log.streakRule(cadence)
    let activity = try await log.activity(nil, until: today)
    let streak = try await log.streak(activity, rule: rule, today: today, zone: zone)
    return counted(streak.current, rule.cadence.noun)
  }

  /// Adds or removes rest days and shows the resulting streak.
  fileprivate func addRestDays(
    _ days: ClosedRange<LocalDay>,
    isRemoved: Bool,
    in log: Log
  ) async throws {
    try await log.write { try ChangeRestDays(days, isResting: !isRemoved).run(in: $0) }
    guard !wantsData else { return }
    let current = try await currentStreak(nil, in: log)
    let named = times.format.days(days)
    output.info(
      "\(isRemoved ? "Rest day removed" : "Rest day added"): \(named). The streak is \(current)."
    )
  }

  /// Parses at most a year of days: `yesterday`, `2026-07-06..2026-07-19`.
  fileprivate func restDays(
    _ word: String,
    _ times: TimeReader
  ) throws(CairnError) -> ClosedRange<LocalDay> {
    let days = try times.days(word).value
    guard days.count <= 366 else {
      throw CairnError(
        "usage.time",
        "“\(word)” is longer than a year.",
        hint: "Add at most a year of rest days at a time."
      )
    }
    return days
  }
}
