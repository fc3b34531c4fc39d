package import Cairn

/// The rate limits of a multi-user server, with one limiter per kind of key.
///
/// A flood of one kind of key evicts no keys of another. Keys of `account`, `device`, `confirmation` and `requests`
/// require a credential or an existing account (spec/security.md H1, M6).
package final class AccountLimits: Sendable {
  /// The kind of key that a limit applies to.
  package enum Kind: String, CaseIterable {
    /// Password guesses from one address, which several people may share.
    case address
    /// Password guesses from one IPv6 site, which has 65,536 networks that each count as an address.
    case site
    /// Password guesses for one name from one address.
    case name
    /// Password guesses for one account from all addresses.
    case account
    /// Password guesses for an unknown name from all addresses, with an account's limit.
    case unknownName
    /// Password guesses from a browser in which the person has signed in before.
    case device
    /// Wrong passwords of connections from one address, or one IPv6 site.
    case connection
    /// Password confirmations while signed in.
    case confirmation
    /// Sign-ups from one address.
    case signUp
    /// Requests of one account.
    case requests

    fileprivate var limit: RateLimit {
      switch self {
      case .address, .connection: RateLimit(burst: 30, interval: .seconds(10))
      case .site: RateLimit(burst: 300, interval: .seconds(1))
      case .name, .device, .confirmation: RateLimit(burst: 10, interval: .seconds(90))
      case .account, .unknownName: RateLimit(burst: 200, interval: .seconds(30))
      case .signUp: RateLimit(burst: 10, interval: .seconds(600))
      case .requests: .requests
      }
    }
  }

  /// The key of one attempt.
  package struct Key {
    let kind: Kind
    let text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
  }

  private let limiters: [Kind: RateLimiter]
  private let distributed: DistributedRateLimiter?

  /// Creates the limits; with `distributed`, other processes share them.
  init(_ distributed: DistributedRateLimiter? = nil) {
    limiters = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, RateLimiter()) })
    self.distributed = distributed
    distributed?.listen { [weak self] line in self?.add(DistributedRateLimiter.Change(line)) }
  }

  /// Counts an attempt under each key in order; throws ``RateLimitExceeded``.
  ///
  /// Stops at the first exceeded limit, so the keys after it are not charged.
  package func consume(
    _ keys: [Key],
    _ limit: RateLimit? = nil,
    at now: Instant,
    or error: CairnError
  ) throws(RateLimitExceeded) {
    for key in keys {
      let (limit, name) = (limit ?? key.kind.limit, name(key))
      try limiters[key.kind]?.consume(name, limit, at: now, or: error)
      notify(key.kind, name, limit.interval, now)
    }
  }

  /// Refunds an attempt that succeeded.
  package func refund(_ keys: [Key], at now: Instant) {
    for key in keys {
      let (cost, name) = (.zero - key.kind.limit.interval, name(key))
      limiters[key.kind]?.add(cost, to: name, at: now)
      notify(key.kind, name, cost, now)
    }
  }

  private func name(_ key: Key) -> String {
    distributed == nil ? key.text : DistributedRateLimiter.name(key.text)
  }

  private func notify(_ kind: Kind, _ name: String, _ cost: Milliseconds, _ now: Instant) {
    let change = DistributedRateLimiter.Change(kind: kind, name: name, cost: cost, at: now)
    distributed?.notify(change.line)
  }

  /// Adds an attempt that another process counted.
  private func add(_ change: DistributedRateLimiter.Change?) {
    guard let change else { return }
    limiters[change.kind]?.add(change.cost, to: change.name, at: change.at)
  }
}
