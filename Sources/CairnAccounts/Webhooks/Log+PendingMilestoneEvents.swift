import Cairn
import CairnInsights
import CairnReports
package import CairnStore

extension Log {
  /// Returns the reached milestones that webhooks report.
  ///
  /// Listening milestones are stored, those of hours, sessions and books are computed from daily totals. Milestones
  /// dated after tomorrow are excluded: a book without an exact day of finish counts at the end of its month or year.
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
  /// The milestone as text: `First story`, `10 hours`.
  package var text: String {
    switch self {
    case .listening(let milestone): milestone.text
    case .overall(let kind, 1): "First \(kind.rawValue.dropLast())"
    case .overall(let kind, let amount): "\(amount) \(kind.rawValue)"
    }
  }
}
