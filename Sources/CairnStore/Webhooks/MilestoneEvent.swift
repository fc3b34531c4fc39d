public import Cairn

/// A milestone that webhooks are told of: one of listening, or an amount over all kinds.
public enum MilestoneEvent: Sendable, Hashable {
  /// One of the ten of listening.
  case listening(ListeningMilestone)
  /// So many hours, sessions or books, whatever their kind.
  case overall(Overall, Int64)

  /// What amounts over all kinds are of, by the name that a message gives it.
  public enum Overall: String, Sendable, CaseIterable {
    /// Hours in which anything ran.
    case hours
    /// Sessions.
    case sessions
    /// Books finished on a day that is known.
    case books
  }

  /// The stored name, which is told as well: `FIRST_STORY`, `HOURS_10`.
  public var name: String {
    switch self {
    case .listening(let milestone): milestone.name
    case .overall(let kind, let amount): "\(kind.rawValue.uppercased())_\(amount)"
    }
  }

  /// Reads a name; nil for one that this version does not know.
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

  /// What it is of, in one word.
  public var category: String {
    switch self {
    case .listening(let milestone): milestone.measure.rawValue
    case .overall(let kind, _): kind.rawValue
    }
  }

  /// How much it takes.
  public var target: Int64 {
    switch self {
    case .listening(let milestone): milestone.target
    case .overall(_, let amount): amount
    }
  }

  /// Whether it is known on which day it was reached, and not when.
  public var isOfDay: Bool {
    if case .overall = self { true } else { false }
  }
}

/// A milestone to be told, and when it was reached.
public struct ReachedMilestoneEvent: Sendable, Hashable {
  /// Which one it is.
  public let milestone: MilestoneEvent
  /// When it was reached; of a day, its first moment in UTC.
  public let at: Instant

  /// One of listening.
  public init(_ reached: ReachedMilestone) {
    (milestone, at) = (.listening(reached.milestone), reached.at)
  }

  /// An amount over all kinds, reached on a day.
  public init(_ kind: MilestoneEvent.Overall, _ amount: Int64, on day: LocalDay) {
    milestone = .overall(kind, amount)
    at = Instant(milliseconds: Int64(day.number) * 86_400_000)
  }
}

extension WebhookDelivery {
  /// The day on which its milestone was reached; nil for one of which the moment is known.
  public var reachedOn: LocalDay? {
    milestone.isOfDay ? ZoneRules.utc.day(at: reachedAt) : nil
  }
}
