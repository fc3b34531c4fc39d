import Cairn
import CairnInsights
package import CairnStore

extension Log {
  /// The milestones that were reached and that webhooks are told of: those of listening, which are
  /// kept, and those of hours, sessions and books over all kinds, which follow from the days as they
  /// are now.
  ///
  /// What is dated after tomorrow is not reached yet: a book of this month counts when it is over.
  package func milestonesToTell() async throws -> [ReachedMilestoneEvent] {
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
  /// What it is called: `The first story`, `10 hours of all kinds`.
  package var words: String {
    switch self {
    case .listening(let milestone): milestone.words
    case .overall(let kind, 1): "The first \(kind.rawValue.dropLast())"
    case .overall(let kind, let amount): "\(amount) \(kind.rawValue)"
    }
  }
}
