import Cairn
import CairnStore

/// How often something may be done: so many times at once, then once in each stretch of time.
public struct Allowance: Sendable, Equatable {
  let burst: Int64
  let each: Milliseconds

  /// Guesses at the password of one account.
  static let password = Allowance(burst: 10, each: .seconds(90))
  /// Guesses at passwords from one address, which a whole household may share.
  static let address = Allowance(burst: 30, each: .seconds(10))
  /// Requests of one account, unless the server is told otherwise.
  public static let requests = requests(aSecond: 20)

  /// Requests of one account, from 1 to 1,000 a second; what a quarter of a minute would allow may
  /// come at once.
  public static func requests(aSecond rate: Int64) -> Allowance {
    Allowance(burst: 15 * rate, each: Milliseconds(1_000 / rate))
  }
}

/// A refusal because of too many requests, and when the next is taken.
struct Throttled: Error {
  let error: CairnError
  /// Whole seconds from now, at least 1.
  let seconds: Int64
}

/// Who has done what how often, in memory: it is forgotten with the process.
///
/// For each key one instant is kept, at which everything done so far would have been done at the
/// allowed pace (the generic cell rate algorithm, ITU-T I.371).
final class Throttle: Sendable {
  private let paid = Guarded([String: Instant]())
  private let limit: Int
  private let shared: SharedCounts?

  init(_ shared: SharedCounts? = nil, limit: Int = 100_000) {
    (self.shared, self.limit) = (shared, limit)
    shared?.hear { [weak self] line in self?.take(SharedCount(line)) }
  }

  /// Counts one; throws ``Throttled`` with this error when it is one too many.
  func count(
    _ key: String,
    _ allowance: Allowance,
    at now: Instant,
    or error: CairnError
  ) throws(Throttled) {
    let key = shared == nil ? key : SharedCount.name(key)
    try paid.holding { (paid) throws(Throttled) in
      let room = Milliseconds(allowance.each.count * allowance.burst)
      // A clock that was set back must not lock anyone out.
      let before = min(max(paid[key] ?? now, now), now + room)
      let wait = before + allowance.each - (now + room)
      if wait > .zero {
        paid[key] = before
        throw Throttled(error: error, seconds: (wait.count + 999) / 1_000)
      }
      if paid[key] == nil { try makeRoom(in: &paid, now, error) }
      paid[key] = before + allowance.each
    }
    shared?.tell(SharedCount(key: key, cost: allowance.each, at: now).line)
  }

  /// Takes one back, of something that turned out well.
  func forgive(_ key: String, _ allowance: Allowance) {
    let key = shared == nil ? key : SharedCount.name(key)
    let left = paid.holding { paid in
      paid[key] = paid[key].map { $0 - allowance.each }
      return paid[key]
    }
    guard let left else { return }
    shared?.tell(SharedCount(key: key, cost: .zero - allowance.each, at: left).line)
  }

  /// Counts what another process counted.
  private func take(_ count: SharedCount?) {
    guard let count else { return }
    paid.holding { paid in
      guard paid[count.key] != nil || paid.count < limit else { return }
      let before = count.cost < .zero ? paid[count.key] : max(paid[count.key] ?? count.at, count.at)
      paid[count.key] = before.map { $0 + count.cost }
    }
  }

  /// Whoever is new is refused while the table is full of those who must wait.
  private func makeRoom(
    in paid: inout [String: Instant],
    _ now: Instant,
    _ error: CairnError
  ) throws(Throttled) {
    guard paid.count >= limit else { return }
    paid = paid.filter { $0.value > now }
    if paid.count >= limit { throw Throttled(error: error, seconds: 60) }
  }
}

extension CairnError {
  static var tooManyTries: CairnError {
    CairnError(
      "account.too_many_tries",
      "There were too many wrong passwords.",
      hint: "Wait a little, and check the name and the password."
    )
  }

  static var tooManyRequests: CairnError {
    CairnError(
      "request.too_many",
      "There were too many requests in a short time.",
      hint: "Nothing was changed. Go on more slowly."
    )
  }
}
