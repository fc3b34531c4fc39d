import Cairn
import CairnActions
import CairnInsights
import CairnStore

extension Command<CommandContext> {
  static var goal: Command {
    Command(
      "goal",
      summary: "Show your goals, or set one.",
      examples: [
        Example("cairn goal", "progress, ahead or behind"),
        Example("cairn goal set minutes 30 --daily", "half an hour each day"),
      ],
      subcommands: [listGoals, setGoal, removeGoal, showGoal, shareGoals],
      action: { _, context in try await context.showGoals() }
    )
  }

  private static var listGoals: Command {
    Command(
      "list",
      summary: "Show the progress of all goals.",
      examples: [Example("cairn goal list", "progress, ahead or behind")],
      action: { _, context in try await context.showGoals() }
    )
  }

  private static var setGoal: Command {
    Command(
      "set",
      summary: "Set a goal, from the current day, week, month or year.",
      discussion: "Past periods keep the goal they had. Setting a goal again replaces it.",
      examples: [
        Example("cairn goal set minutes 30 --daily", "half an hour each day"),
        Example("cairn goal set books 24 --yearly", "the challenge of this year"),
      ],
      arguments: [.measure, .required("amount", "The target, from 1.")],
      options: cadences + [.value("from", "DAY", "The first day, if not today.")],
      action: { invocation, context in
        try await context.withLog { log in
          let target = try invocation.integer("amount")
          try await context.set(target, invocation, in: log)
          return .done
        }
      }
    )
  }

  private static var removeGoal: Command {
    Command(
      "remove",
      summary: "Remove a goal; past periods keep it.",
      examples: [Example("cairn goal remove minutes --daily", "no goal from today")],
      arguments: [.measure],
      options: cadences + [.value("from", "DAY", "The first day without it, if not today.")],
      action: { invocation, context in
        try await context.withLog { log in
          try await context.set(nil, invocation, in: log)
          return .done
        }
      }
    )
  }

  private static var showGoal: Command {
    Command(
      "show",
      summary: "Show the latest periods of a goal.",
      discussion: "Each period is compared with the goal it had.",
      examples: [Example("cairn goal show minutes --daily", "the last fourteen days")],
      arguments: [.measure],
      options: cadences + [.value("limit", "N", "Maximum number of periods (14).")],
      action: { invocation, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let activity = try await log.activity(nil, until: today)
          let rows = try await Goals(of: log).past(
            try invocation.measure(),
            try invocation.requiredCadence(),
            activity,
            today: today,
            limit: Int(try invocation.integer("limit", in: 1...10_000) ?? 14)
          )
          context.show(periods: rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var cadences: [Option] {
    Cadence.all.map { .flag($0.name, "Each \($0.noun).") }
  }
}

extension Argument {
  fileprivate static var measure: Argument {
    .required("measure", "The measure.", completion: .values(Measure.all.map(\.name)))
  }
}

extension Invocation {
  /// Returns the typed cadence; throws `usage.period` without one.
  fileprivate func requiredCadence() throws(CairnError) -> Cadence {
    if let cadence = try cadence(of: Cadence.all) { return cadence }
    throw CairnError(
      "usage.period",
      "A goal needs one of --\(Cadence.all.map(\.name).joined(separator: ", --")).",
      hint: "For example: `cairn goal set minutes 30 --daily`."
    )
  }
}

extension CommandContext {
  fileprivate func showGoals() async throws -> ExitCode {
    try await withLog { log in
      let goals = try await log.goalProgress(today: today(in: log))
      show(goals: goals)
      return goals.isEmpty ? .refused : .done
    }
  }

  /// Sets a goal, or ends it for a nil target, and shows the progress of all goals.
  fileprivate func set(_ target: Int64?, _ invocation: Invocation, in log: Log) async throws {
    let today = try await today(in: log)
    let from = try await times(in: log).day(invocation.value("from") ?? "today").value
    let (measure, cadence) = (try invocation.measure(), try invocation.requiredCadence())
    let goal = try Goal(measure, cadence, target: target, from: from)
    try await log.write { try SetGoal(goal).run(in: $0) }
    let now = try await log.goalProgress(today: today)
    let own = now.filter { ($0.measure, $0.cadence) == (measure, cadence) }
    if output.isQuiet, !wantsData { return }
    if wantsData || (target != nil && goal.from <= today) { return show(goals: own) }
    output.info(
      target.map {
        "From \(CalendarText.day(goal.from)): \(measure.text($0)) each \(cadence.noun)."
      }
        ?? "From \(CalendarText.day(goal.from)): no \(cadence.name) goal for \(measure.name)."
    )
  }
}
