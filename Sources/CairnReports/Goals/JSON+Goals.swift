package import Cairn
package import CairnInsights

extension GoalProgress {
  /// The progress of a goal as JSON, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("measure", .string(measure.name)),
      ("cadence", .string(cadence.name)),
      ("from", .string(period.lowerBound.text)),
      ("to", .string(period.upperBound.text)),
      ("target", .integer(target)),
      ("done", .integer(amount)),
      ("due", .integer(expected)),
      ("ahead", .integer(ahead)),
      ("met", .bool(isMet)),
      ("counted", .integer(Int64(done.count))),
      ("excluded", .integer(Int64(done.excluded))),
      ("definition", .string("\(done.definition) \(Self.definition)"))
    )
  }
}

extension Streak {
  package var json: JSON {
    .members(
      ("cadence", .string(rule.cadence.name)),
      ("minimum", .string(minimum.text)),
      ("current", .integer(Int64(current))),
      ("longest", .integer(Int64(longest))),
      ("open_today", .bool(isOpen)),
      ("definition", .string(definition)),
      ("counted", .integer(Int64(counted))),
      ("excluded", .integer(Int64(excluded))),
      ("current_days", now.json),
      ("longest_days", best.json),
      ("rest_days", .array(now.restDays.map { .string($0.text) })),
      ("skipped_days", .array(now.skipped.map { .string($0.text) }))
    )
  }
}

extension StreakMinimumSetting {
  /// The streak minimum as JSON, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("cadence", .string(cadence.name)),
      ("minimum", .string(minimum.text)),
      ("from", .string(from.text))
    )
  }
}

extension StreakChain {
  package var json: JSON { .array(steps.map { .string($0.day.text) }) }
}
