import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var goal: Command {
    Command(
      "goal",
      group: "Looking",
      summary: "Show how far every goal is, or set one.",
      reads: true,
      examples: [
        Example("cairn goal", "done, goal, ahead or behind"),
        Example("cairn goal set minutes 30 --daily", "half an hour each day"),
      ],
      subcommands: [listGoals, setGoal, removeGoal, showGoal, shareGoals],
      action: { _, context in try await context.showGoals() }
    )
  }

  private static var listGoals: Command {
    Command(
      "list",
      group: "Looking",
      summary: "Show how far every goal is.",
      reads: true,
      examples: [Example("cairn goal list", "done, goal, ahead or behind")],
      action: { _, context in try await context.showGoals() }
    )
  }

  private static var setGoal: Command {
    Command(
      "set",
      group: "Looking",
      summary: "Set a goal from this day, week, month or year on.",
      discussion: "Periods gone by keep the goal they had. One that is set anew is changed.",
      reads: true,
      examples: [
        Example("cairn goal set minutes 30 --daily", "half an hour each day"),
        Example("cairn goal set books 24 --yearly", "the challenge of this year"),
      ],
      arguments: [.measure, .required("amount", "How many, from 1 up.")],
      options: cadences + [.value("from", "DAY", "The first day, if it is not today.")],
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
      group: "Looking",
      summary: "End a goal; periods gone by keep it.",
      reads: true,
      examples: [Example("cairn goal remove minutes --daily", "no goal from today on")],
      arguments: [.measure],
      options: cadences + [.value("from", "DAY", "The first day without, if it is not today.")],
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
      group: "Looking",
      summary: "Show how a goal stood in its latest periods.",
      discussion: "Each period is held against the goal it had.",
      reads: true,
      examples: [Example("cairn goal show minutes --daily", "the last fourteen days")],
      arguments: [.measure],
      options: cadences + [.value("limit", "N", "At most so many periods (14).")],
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
    .required("measure", "What is counted.", completion: .values(Measure.all.map(\.name)))
  }
}

extension Invocation {
  /// Returns the typed cadence; throws `usage.period` without one.
  fileprivate func requiredCadence() throws(CairnError) -> Cadence {
    if let cadence = try cadence(of: Cadence.all) { return cadence }
    throw CairnError(
      "usage.period",
      "A goal needs one of --\(Cadence.all.map(\.name).joined(separator: ", --")).",
      hint: "For instance `cairn goal set minutes 30 --daily`."
    )
  }
}

extension CommandContext {
  fileprivate func showGoals() async throws -> ExitCode {
    try await withLog { log in
      let today = try await today(in: log)
      let activity = try await log.activity(nil, until: today)
      let goals = try await Goals(of: log).now(activity, today: today)
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
    if target == nil, try await Goals(of: log).target(measure, cadence, on: from) == nil {
      throw CairnError(
        "goal.none",
        "There is no \(cadence.name) goal for \(measure.name).",
        hint: "`cairn goal list` shows those there are."
      )
    }
    try await log.write("Set a goal") { try $0.set(goal) }
    let activity = try await log.activity(nil, until: today)
    let now = try await Goals(of: log).now(activity, today: today)
    let own = now.filter { ($0.measure, $0.cadence) == (measure, cadence) }
    if output.isQuiet, !wantsJSON { return }
    if wantsJSON || (target != nil && goal.from <= today) { return show(goals: own) }
    output.say(
      target.map { "From \(goal.from.text) on: \(measure.text($0)) each \(cadence.noun)." }
        ?? "From \(goal.from.text) on there is no \(cadence.name) goal for \(measure.name)."
    )
  }
}
