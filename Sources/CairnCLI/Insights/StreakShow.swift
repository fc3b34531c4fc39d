import Cairn
import CairnInsights
import CairnJSON

extension CommandContext {
  /// Shows a streak; with `why`, also every day or week in it.
  func show(_ streak: Streak, why: Bool) {
    if wantsData { return output.print(data: streak) }
    let noun = streak.rule.cadence.noun
    output.print("current  \(counted(streak.current, noun))\(state(streak))")
    output.print("longest  \(counted(streak.longest, noun))\(whenLongest(streak))")
    guard why else { return }
    let columns = output.standardOutput.columns ?? .max
    output.print(TextLayout.wrap(streak.definition, width: columns).joined(separator: "\n"))
    output.print(lines: lines(of: streak))
  }

  /// Shows the streak minimums and the day from which each applies.
  func show(_ minimums: [StreakMinimumSetting]) {
    if wantsData { return output.print(data: minimums) }
    if minimums.isEmpty { return output.info("Any tracked time counts.") }
    var table = Table(.init("each"), .init("minimum"), .init("from"))
    for minimum in minimums {
      let day = times.format.day(minimum.from)
      table.append(.init(minimum.cadence.noun), .init(minimum.minimum.text), .init(day))
    }
    output.print(table)
  }

  /// Shows the rest days.
  func show(restDays days: [LocalDay]) {
    if wantsData {
      let rows = days.map { JSON.members(("day", $0.json)) }
      return output.print(data: .array(rows), .list(["day": .day]))
    }
    if days.isEmpty { return output.info("No rest days.") }
    for day in days { output.print("\(times.format.day(day))  rest day") }
  }

  private func state(_ streak: Streak) -> String {
    guard streak.current > 0, streak.isOpen else { return "" }
    return streak.rule.cadence == .weekly ? ", keep it going this week" : ", keep it going today"
  }

  private func whenLongest(_ streak: Streak) -> String {
    guard streak.longest > streak.current, let first = streak.best.steps.first?.day,
      let last = streak.best.steps.last?.day
    else { return "" }
    let end = streak.rule.cadence == .weekly ? last + 6 : last
    return ", \(times.format.days(first...end))"
  }

  private func lines(of streak: Streak) -> [String] {
    let run = streak.now
    let days =
      run.steps.map { ($0.day, done($0, streak.rule)) }
      + run.restDays.map { ($0, "  rest day") } + run.skipped.map { ($0, "  skipped day") }
    let width = days.map { name($0.0, streak.rule).cells }.max() ?? 0
    return days.sorted { $0.0 < $1.0 }.map { day, text in
      let name = name(day, streak.rule)
      return "  " + (text.isEmpty ? name : name.padded(to: width) + text)
    }
  }

  private func name(_ day: LocalDay, _ rule: StreakRule) -> String {
    (rule.cadence == .weekly ? "week of " : "") + times.format.day(day)
  }

  /// Returns the amount that decides whether the day counts; empty if the minimum does not depend on it.
  private func done(_ step: StreakStep, _ rule: StreakRule) -> String {
    switch rule.minimum(on: step.day).measure {
    case .pages: "  \(counted(step.pages, "page"))"
    case .sessions: "  \(counted(step.sessions, "session"))"
    case .minutes: "  \(text(step.time))"
    default: rule.cadence == .weekly ? "  \(text(step.time))" : ""
    }
  }
}
