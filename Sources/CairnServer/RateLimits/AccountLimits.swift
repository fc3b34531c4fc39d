import Cairn
import CairnStore

/// The rate limits of a multi-user server, with one limiter per kind of key.
///
/// A flood of one kind of key takes no room of another. Keys of `account`, `device`, `confirmation` and
/// `requests` need a credential or an account that exists (spec/security.md H1, M6).
final class AccountLimits: Sendable {
  /// What a limit is counted for.
  enum Kind: String, CaseIterable {
    /// Guesses at passwords from one address, which a whole household may share.
    case address
    /// Guesses at passwords from one IPv6 site, which has 65,536 networks that each count as an address.
    case site
    /// Guesses from one address at the password of one name.
    case name
    /// Guesses from all addresses at the password of one account.
    case account
    /// Guesses from all addresses under a name that nobody has, limited like an account's.
    case unknownName
    /// Guesses from a browser at which the person has signed in before.
    case device
    /// Passwords typed to confirm an act while signed in.
    case confirmation
    /// Accounts that people make for themselves from one address.
    case signUp
    /// Requests of one account.
    case requests

    fileprivate var limit: RateLimit {
      switch self {
      case .address: RateLimit(burst: 30, interval: .seconds(10))
      case .site: RateLimit(burst: 300, interval: .seconds(1))
      case .name, .device, .confirmation: RateLimit(burst: 10, interval: .seconds(90))
      case .account, .unknownName: RateLimit(burst: 200, interval: .seconds(30))
      case .signUp: RateLimit(burst: 10, interval: .seconds(600))
      case .requests: .requests
      }
    }
  }

  /// One attempt, as it is counted.
  struct Key {
    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
  }

  private let limiters: [Kind: RateLimiter]
  private let distributed: DistributedRateLimiter?

  /// With `distributed`, other processes count the same keys.
  init(_ distributed: DistributedRateLimiter? = nil) {
    limiters = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, RateLimiter()) })
    self.distributed = distributed
    distributed?.listen { [weak self] line in self?.add(DistributedRateLimiter.Change(line)) }
  }

  /// Counts an attempt under each key in this order.
  ///
  /// The first that is refused ends it, and those after it count nothing; throws ``RateLimitExceeded``.
  func consume(
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

  /// Takes back an attempt that turned out well.
  func refund(_ keys: [Key], at now: Instant) {
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

  /// Adds what another process counted.
  private func add(_ change: DistributedRateLimiter.Change?) {
    guard let change else { return }
    limiters[change.kind]?.add(change.cost, to: change.name, at: change.at)
  }
}
