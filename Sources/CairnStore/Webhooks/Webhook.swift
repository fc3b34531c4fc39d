public import Cairn

/// Whose log a webhook follows.
public struct WebhookOwner: Sendable, Hashable {
  /// How it is stored: `own`, or the id of an account.
  public let name: String

  /// The log that is served to its own machine.
  public static let own = WebhookOwner(name: "own")

  private init(name: String) { self.name = name }

  /// The log of an account.
  public init(_ account: Identifier<Account>) { name = account.record.text }

  init(stored name: String) { self.name = name }

  /// The account; nil for the log that is served to its own machine.
  public var account: Identifier<Account>? { RecordID(text: name).map { Identifier($0) } }
}

/// An address that is told when a milestone is reached.
public struct Webhook: Sendable, Hashable {
  /// Its identity.
  public let id: Identifier<Webhook>
  /// Whose log it follows.
  public let owner: WebhookOwner
  /// Where messages go: `https://example.org/hook`.
  public let url: String
  /// What messages are signed with, 32 bytes; shown to the person once.
  public let secret: [UInt8]
  /// When it was made.
  public let madeAt: Instant

  /// Makes one that is kept nowhere.
  package init(
    id: Identifier<Webhook> = Identifier(RecordID(high: 0, low: 0)),
    owner: WebhookOwner = .own,
    url: String,
    secret: [UInt8],
    madeAt: Instant = Instant(milliseconds: 0)
  ) {
    (self.id, self.owner, self.url, self.secret, self.madeAt) = (id, owner, url, secret, madeAt)
  }

  /// The secret as receivers are given it: `whsec_` and base64 (Standard Webhooks 1.0).
  public var secretText: String { "whsec_" + Base64.text(secret) }
}

/// One message to one webhook: that a milestone was reached, whatever becomes of it.
public struct WebhookDelivery: Sendable, Hashable {
  /// What became of it.
  public enum State: String, Sendable, CaseIterable {
    /// The milestone was reached before the webhook was made: nothing is sent.
    case known
    /// It is to be sent, or sent again.
    case waiting
    /// Somebody answered that it has arrived.
    case sent
    /// It was tried for ``WebhookDelivery/patience``, or is not wanted any more.
    case failed
  }

  /// How long after the first try a message is tried again.
  public static let patience = Milliseconds.hours(72)

  /// Its identity, the same however often it is sent.
  public let id: Identifier<WebhookDelivery>
  /// Where it goes.
  public let webhook: Identifier<Webhook>
  /// What it tells of.
  public let milestone: MilestoneEvent
  /// When the milestone was reached; see ``ReachedMilestoneEvent/at``.
  public let reachedAt: Instant
  /// What became of it.
  public let state: State
  /// When it was first to be sent.
  public let madeAt: Instant
  /// How often it was tried.
  public let attempts: Int64
  /// When it is tried next, while it waits.
  public let nextAt: Instant
  /// When it was tried last; nil before.
  public let triedAt: Instant?
  /// What was answered last: a status, or why there was no answer; nil before.
  public let answer: String?
}
