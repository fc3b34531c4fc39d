import Cairn
import CairnInsights
package import CairnStore

extension Log {
  /// Returns the reached milestones that webhooks report.
  ///
  /// Listening milestones are stored. Those of hours, sessions and books across all kinds are computed from the
  /// current days. Milestones dated after tomorrow are excluded: a book of this month counts when the month is over.
  package func reachedMilestoneEvents() async throws -> [ReachedMilestoneEvent] {
    let tomorrow = ZoneRules.utc.day(at: context.environment.now()) + 1
    let activity = try await activity(nil, until: tomorrow)
    let overall = Milestones.amounts(of: activity).compactMap { one -> ReachedMilestoneEvent? in
      guard let kind = MilestoneEvent.Overall(rawValue: one.kind.name),
        one.reached.last <= tomorrow
      else { return nil }
      return ReachedMilestoneEvent(kind, one.amount, on: one.reached.last)
    }
    return try await reachedMilestones().map(ReachedMilestoneEvent.init) + overall
  }
}

extension MilestoneEvent {
  /// The milestone as text: `The first story`, `10 hours of all kinds`.
  package var words: String {
    switch self {
    case .listening(let milestone): milestone.words
    case .overall(let kind, 1): "The first \(kind.rawValue.dropLast())"
    case .overall(let kind, let amount): "\(amount) \(kind.rawValue)"
    }
  }
}
