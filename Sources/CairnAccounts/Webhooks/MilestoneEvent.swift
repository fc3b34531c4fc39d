public import Cairn

/// A milestone reported to webhooks: a listening milestone, or an amount over all kinds.
public enum MilestoneEvent: Sendable, Hashable {
  /// One of the ten listening milestones.
  case listening(ListeningMilestone)
  /// An amount of hours, sessions or books over all kinds.
  case overall(Overall, Int64)

  /// The unit of an overall milestone; the raw value is used in the payload.
  public enum Overall: String, Sendable, CaseIterable {
    /// Active hours.
    case hours
    /// Sessions.
    case sessions
    /// Books finished on a known day.
    case books
  }

  /// The name in the database and the payload: `FIRST_STORY`, `HOURS_10`.
  public var name: String {
    switch self {
    case .listening(let milestone): milestone.name
    case .overall(let kind, let amount): "\(kind.rawValue.uppercased())_\(amount)"
    }
  }

  /// Parses a name; nil if this version does not know it.
  public init?(name: String) {
    if let milestone = ListeningMilestone(name: name) {
      self = .listening(milestone)
      return
    }
    let parts = name.split(separator: "_").map(String.init)
    guard parts.count == 2, let kind = Overall(rawValue: parts[0].lowercased()),
      let amount = Int64(parts[1]), amount > 0
    else { return nil }
    self = .overall(kind, amount)
  }

  /// The category, in one word.
  public var category: String {
    switch self {
    case .listening(let milestone): milestone.measure.rawValue
    case .overall(let kind, _): kind.rawValue
    }
  }

  /// The amount that reaches it.
  public var target: Int64 {
    switch self {
    case .listening(let milestone): milestone.target
    case .overall(_, let amount): amount
    }
  }

  /// Whether only the day it was reached is known, not the time.
  public var hasOnlyDay: Bool {
    if case .overall = self { true } else { false }
  }
}

/// A reached milestone to report, with its time.
public struct ReachedMilestoneEvent: Sendable, Hashable {
  /// The milestone.
  public let milestone: MilestoneEvent
  /// When it was reached; for a day, its start in UTC.
  public let at: Instant

  /// Creates the event of a listening milestone.
  public init(_ reached: ReachedMilestone) {
    (milestone, at) = (.listening(reached.milestone), reached.at)
  }

  /// Creates the event of an overall milestone reached on a day.
  public init(_ kind: MilestoneEvent.Overall, _ amount: Int64, on day: LocalDay) {
    milestone = .overall(kind, amount)
    at = Instant(milliseconds: Int64(day.number) * 86_400_000)
  }
}

extension WebhookDelivery {
  /// The day its milestone was reached; nil if the exact time is known.
  public var reachedOn: LocalDay? {
    milestone.hasOnlyDay ? ZoneRules.utc.day(at: reachedAt) : nil
  }
}
