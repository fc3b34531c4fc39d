public import Cairn

/// The owner of a webhook: one log.
public struct WebhookOwner: Sendable, Hashable {
  /// The stored name: `own`, or the id of an account.
  public let name: String

  /// The log of a single-user server.
  public static let own = WebhookOwner(name: "own")

  private init(name: String) { self.name = name }

  /// Creates the owner for an account's log.
  public init(_ account: Identifier<Account>) { name = account.record.text }

  init(stored name: String) { self.name = name }

  /// The account; nil for the log of a single-user server.
  public var account: Identifier<Account>? { RecordID(text: name).map { Identifier($0) } }
}

/// A URL that receives an HTTP request when a milestone is reached.
public struct Webhook: Sendable, Hashable {
  /// The id of the webhook.
  public let id: Identifier<Webhook>
  /// The owner of the log it reports on.
  public let owner: WebhookOwner
  /// The destination: `https://example.org/hook`.
  public let url: String
  /// The signing secret of 32 bytes, shown to the person once.
  public let secret: [UInt8]
  /// When it was created.
  public let createdAt: Instant

  /// Creates a webhook without storing it.
  package init(
    id: Identifier<Webhook> = Identifier(RecordID(high: 0, low: 0)),
    owner: WebhookOwner = .own,
    url: String,
    secret: [UInt8],
    createdAt: Instant = Instant(milliseconds: 0)
  ) {
    (self.id, self.owner, self.url, self.secret, self.createdAt) = (
      id, owner, url, secret, createdAt
    )
  }

  /// The secret in the format for receivers: `whsec_` and base64 (Standard Webhooks 1.0).
  public var secretText: String { "whsec_" + Base64.text(secret) }
}

/// The delivery of one milestone to one webhook, with its retries.
public struct WebhookDelivery: Sendable, Hashable {
  /// The state of a delivery.
  public enum State: String, Sendable, CaseIterable {
    /// The milestone was reached before the webhook was created; nothing is sent.
    case known
    /// It is waiting for its first attempt or a retry.
    case waiting
    /// The receiver confirmed it.
    case sent
    /// It was retried for ``WebhookDelivery/retryWindow``, or the receiver answered 410 Gone.
    case failed
  }

  /// How long a message is retried after the first attempt.
  public static let retryWindow = Milliseconds.hours(72)

  /// The message id, the same for every attempt.
  public let id: Identifier<WebhookDelivery>
  /// The webhook it goes to.
  public let webhook: Identifier<Webhook>
  /// The milestone it reports.
  public let milestone: MilestoneEvent
  /// When the milestone was reached; see ``ReachedMilestoneEvent/at``.
  public let reachedAt: Instant
  /// Its state.
  public let state: State
  /// When it was created.
  public let createdAt: Instant
  /// The number of attempts.
  public let attempts: Int64
  /// When the next attempt is due, while it is waiting.
  public let nextAt: Instant
  /// When it was last attempted, or nil.
  public let triedAt: Instant?
  /// The last result, a status or an error reason, or nil.
  public let response: String?
}
