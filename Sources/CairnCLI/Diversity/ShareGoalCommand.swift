import Cairn
import CairnActions
import CairnInsights
import CairnJSON
import CairnStore

extension Command<CommandContext> {
  static var shareGoals: Command {
    Command(
      "share",
      summary: "Show or set share goals for the books you finish.",
      discussion: """
        Counts finished books with a known category and lists the unknown ones separately. A goal \
        is reached when no unknown book could change that.
        """,
      examples: [
        Example("cairn goal share", "progress of all share goals"),
        Example("cairn goal share gender female 50 --yearly", "half by women, each year"),
        Example("cairn goal share gender female none --yearly", "remove the goal"),
      ],
      arguments: [
        .optional(
          "dimension",
          "The dimension: \(Dimension.all.map(\.name).joined(separator: ", ")).",
          completion: .values(Dimension.all.map(\.name))
        ),
        .optional("category", "The category.", completion: .live("categories")),
        .optional("percent", "The share in percent, 1 to 100, or none to remove it."),
      ],
      options: [.flag("monthly", "Per month."), .flag("yearly", "Per year (default: all time).")],
      action: { invocation, context in
        let goal = try invocation.shareGoal()
        return try await context.withLog { log in
          if let goal { try await log.write { try SetShareGoal(goal).run(in: $0) } }
          return try await context.showShareGoals(in: log)
        }
      }
    )
  }
}

extension Invocation {
  /// Returns the goal that was typed; nil without `--dimension`.
  ///
  /// Throws `usage.missing` for an incomplete goal, and `usage.value` for two periods.
  fileprivate func shareGoal() throws(CairnError) -> ShareGoal? {
    guard let dimension = try choice("dimension", of: Dimension.self) else { return nil }
    guard let category = value("category"), value("percent") != nil else {
      throw CairnError(
        "usage.missing",
        "A share goal needs a category and a share.",
        hint: "For example: `cairn goal share gender female 50 --yearly`."
      )
    }
    let cadence = try only(of: ["monthly", "yearly"]).flatMap { Cadence(name: $0) }
    let percent = value("percent") == "none" ? nil : try integer("percent")
    return try ShareGoal(dimension, category, cadence, percent: percent)
  }
}

extension CommandContext {
  fileprivate func showShareGoals(in log: Log) async throws -> ExitCode {
    let today = try await today(in: log)
    let goals = try await ShareGoalProgress.all(today: today, log)
    if wantsData {
      output.print(data: goals)
    } else if goals.isEmpty {
      output.info("No share goals yet.")
    } else {
      output.print(table(goals))
    }
    return goals.isEmpty ? .refused : .done
  }

  private func table(_ goals: [ShareGoalProgress]) -> Table {
    var table = Table(.init("goal"), .init("of"), .init("now", canShrink: true))
    for one in goals {
      table.append(
        .init(one.goal.text),
        .init(one.goal.cadence.map { "this \($0.noun)" } ?? "all time"),
        .init(one.text)
      )
    }
    return table
  }
}
