import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension Command<Surroundings> {
  static var streak: Command {
    Command(
      "streak",
      group: "Looking",
      summary: "Show the days in a row.",
      discussion: """
        Days or weeks, and the least that is enough for one, are the settings streakCadence and \
        streakDose; options look at it another way. An edit or a session recorded late mends it.
        """,
      reads: true,
      examples: [
        Example("cairn streak --why", "lists the days that count"),
        Example("cairn streak --weekly --dose \"3 sessions\"", "weeks with three sessions"),
        Example("cairn streak freeze 2026-03-07", "a day of rest"),
      ],
      options: [
        .flag("daily", "Count days."), .flag("weekly", "Count weeks, from Monday on."),
        .value("dose", "DOSE", "The least: any, or as \"10 minutes\", \"20 pages\"."), .kind,
        .flag("why", "List what counts."),
      ],
      subcommands: [freeze],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let today = try await surroundings.today(in: log)
          let activity = try await log.activity(try invocation.kind(), until: today)
          let streak = try await log.streak(
            activity,
            rule: try invocation.rule(try await log.streakRule()),
            today: today,
            zone: surroundings.zone
          )
          surroundings.show(streak, why: invocation.flag("why"))
          return .done
        }
      }
    )
  }

  private static var freeze: Command {
    Command(
      "freeze",
      group: "Looking",
      summary: "Declare days a rest, which keeps the streak.",
      discussion: """
        A frozen day adds nothing to a streak and does not break it. A week rests when all its \
        seven days do. Without days, lists those that are frozen.
        """,
      reads: true,
      examples: [
        Example("cairn streak freeze yesterday", "one day"),
        Example("cairn streak freeze 2026-07-06..2026-07-19", "a holiday to come"),
      ],
      arguments: [.optional("days", "A day, or days as 2026-07-06..2026-07-19.")],
      options: [.flag("remove", "Take the rest back.")],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          if let word = invocation.value("days") {
            let days = try surroundings.days(word, try await log.dayStartHour())
            try await surroundings.freeze(days, isRemoved: invocation.flag("remove"), in: log)
          }
          if surroundings.wantsJSON || invocation.value("days") == nil {
            surroundings.show(frozen: try await log.frozenDays())
          }
          return .done
        }
      }
    )
  }
}

extension Invocation {
  /// The rule that the options ask for, and the person's own where they are silent.
  ///
  /// Throws `usage.value` for a dose that is none, `usage.period` for two cadences.
  fileprivate func rule(
    _ own: (cadence: Cadence, dose: Dose)
  ) throws(CairnError) -> StreakRule {
    let dose = try value("dose").map { text throws(CairnError) in
      guard let dose = Dose(text: text) else {
        throw CairnError(
          "usage.value",
          "--dose takes a least amount, not '\(text)'.",
          hint: "Write any, or as \"10 minutes\", \"20 pages\", \"3 sessions\"."
        )
      }
      return dose
    }
    let cadence = try cadence(of: [.daily, .weekly])
    return StreakRule(cadence: cadence ?? own.cadence, dose: dose ?? own.dose)
  }

  /// The cadence whose flag was given, or nil; throws `usage.period` for two.
  func cadence(of all: [Cadence]) throws(CairnError) -> Cadence? {
    let given = all.filter { flag($0.name) }
    guard given.count <= 1 else {
      throw CairnError(
        "usage.period",
        "Only one of --\(given.map(\.name).joined(separator: " and --")) can be given.",
        hint: "Leave the others out."
      )
    }
    return given.first
  }
}

extension Surroundings {
  /// Freezes days or takes that back, and says what the streak is now.
  fileprivate func freeze(
    _ days: ClosedRange<LocalDay>,
    isRemoved: Bool,
    in log: Log
  ) async throws {
    try await log.write("Freeze") { try isRemoved ? $0.unfreeze(days) : $0.freeze(days) }
    guard !wantsJSON else { return }
    let today = try await today(in: log)
    let activity = try await log.activity(nil, until: today)
    let streak = try await log.streak(activity, today: today, zone: zone)
    let current = counted(Int64(streak.current), streak.rule.cadence.noun)
    let named = times.format.days(days.lowerBound..<(days.upperBound + 1))
    output.say("\(isRemoved ? "No rest any more" : "Frozen"): \(named). The streak is \(current).")
  }

  /// Days as typed, at most a year of them: `yesterday`, `2026-07-06..2026-07-19`.
  fileprivate func days(
    _ word: String,
    _ dayStartHour: Int64
  ) throws(CairnError) -> ClosedRange<LocalDay> {
    let reader = TimeReader(now: now, zone: zone, dayStartHour: dayStartHour)
    let days = try reader.days(word).value
    guard days.upperBound - days.lowerBound <= 366 else {
      throw CairnError(
        "usage.time",
        "'\(word)' is more than a year.",
        hint: "Freeze a year at most at a time."
      )
    }
    return days.lowerBound...(days.upperBound - 1)
  }
}
