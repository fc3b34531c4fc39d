package import Cairn
package import CairnInsights

// The JSON form of goals and streaks, documented in `docs/cli.md`.

extension GoalProgress: JSONModel {
  package static let fields = JSONFields<GoalProgress>(
    named: "Goal",
    [
      .init("measure", \.measure),
      .init("cadence", \.cadence),
      .init("from", \.period.lowerBound),
      .init("to", \.period.upperBound),
      .init("target", \.target),
      .init("done", \.amount),
      .init("due", .integer, \.expected),
      .init("ahead", .integer, \.ahead),
      .init("met", \.isMet),
      .init("counted", \.done.count),
      .init("excluded", \.done.excluded),
      .init("definition") { "\($0.done.definition) \(definition)" },
    ]
  )
}

extension Streak: JSONModel {
  package static let fields: JSONFields<Streak> = [
    .init("cadence", .streakCadence, \.rule.cadence),
    .init("minimum", \.minimum.text),
    .init("current", \.current),
    .init("longest", \.longest),
    .init("open_today", \.isOpen),
    .init("definition", \.definition),
    .init("counted", \.counted),
    .init("excluded", \.excluded),
    .init("current_days") { $0.now.steps.map(\.day) },
    .init("longest_days") { $0.best.steps.map(\.day) },
    .init("rest_days", \.now.restDays),
    .init("skipped_days", \.now.skipped),
  ]
}

extension StreakMinimumSetting: JSONModel {
  package static let fields: JSONFields<StreakMinimumSetting> = [
    .init("cadence", .streakCadence, \.cadence),
    .init("minimum", \.minimum.text),
    .init("from", \.from),
  ]
}

extension JSONSchema {
  fileprivate static let streakCadence = JSONSchema.choice(["daily", "weekly"])
}
