import Cairn
import CairnInsights
import CairnJSON

extension CommandContext {
  /// Shows the progress of goals.
  func show(goals: [GoalProgress]) {
    if wantsData { return output.print(data: goals) }
    if goals.isEmpty {
      return output.info("No goals. Set one with `cairn goal set minutes 30 --daily`.")
    }
    output.print(table(goals))
    reportExcluded(goals)
  }

  /// Returns goals as a table.
  func table(_ goals: [GoalProgress]) -> Table {
    var table = Table(
      .init("goal"),
      .init("done", isNumber: true),
      .init("of", isNumber: true),
      .init(""),
      .init("state")
    )
    for goal in goals {
      table.append(
        .init("\(goal.measure.name) this \(goal.cadence.noun)".todayIsToday),
        .init(goal.measure.brief(goal.amount)),
        .init(goal.measure.brief(goal.target)),
        .init(Bar.track(goal.amount, of: goal.target, width: 12)),
        .init(state(goal), goal.isMet ? .good : goal.ahead < 0 ? .warning : nil)
      )
    }
    return table
  }

  /// Shows the periods of one goal, each with the target that applied to it.
  func show(periods: [GoalProgress]) {
    if wantsData { return output.print(data: periods) }
    guard let first = periods.first else { return output.info("No such goal yet.") }
    var table = Table(
      .init(first.cadence.noun),
      .init("done", isNumber: true),
      .init("of", isNumber: true),
      .init(""),
      .init("")
    )
    for goal in periods {
      table.append(
        .init(CalendarText.period(goal.period, goal.cadence)),
        .init(goal.measure.brief(goal.amount)),
        .init(goal.measure.brief(goal.target)),
        .init(Bar.track(goal.amount, of: goal.target, width: 12)),
        .init(goal.isMet ? "reached" : "", .good)
      )
    }
    output.print(table)
    reportExcluded(periods)
    let met = periods.count(where: \.isMet)
    let word = first.cadence == .daily ? "on" : "in"
    output.info("Reached \(word) \(met) of \(counted(periods.count, first.cadence.noun)).")
  }

  /// Reports how many books no goal counts, once per reason.
  private func reportExcluded(_ goals: [GoalProgress]) {
    let all = goals.flatMap(\.done.exclusions)
    for reason in all.map(\.reason).withoutRepeats {
      let maximum = all.filter { $0.reason == reason }.map(\.count).max() ?? 0
      let books = "\(maximum) finished book\(maximum == 1 ? " is" : "s are")"
      output.info("\(books) excluded: \(reason).")
    }
  }

  /// `reached`, `2 books ahead`, `12 pages behind`, `on schedule`, `18m left`.
  private func state(_ goal: GoalProgress) -> String {
    let measure = goal.measure
    if goal.isMet {
      let more = goal.amount - goal.target
      return more > 0 ? "reached, \(measure.text(more)) over" : "reached"
    }
    if goal.cadence == .daily { return "\(measure.text(goal.target - goal.amount)) left" }
    if goal.ahead == 0 { return "on schedule" }
    let far = measure.text(abs(goal.ahead))
    return goal.ahead > 0 ? "\(far) ahead" : "\(far) behind"
  }
}

extension String {
  /// `minutes today` instead of `minutes this day`.
  fileprivate var todayIsToday: String { replacing("this day", with: "today") }
}
