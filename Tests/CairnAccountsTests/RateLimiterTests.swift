import Cairn
@testable import CairnAccounts
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A rate limiter` {
  private let limit = RateLimit(burst: 3, interval: .seconds(10))

  private func waits(
    _ limiter: RateLimiter,
    _ times: Int,
    at now: Instant,
    key: String = "a"
  ) -> [Int64] {
    var waits: [Int64] = []
    for _ in 0..<times {
      do {
        try limiter.consume(key, limit, at: now, or: .tooManyTries)
        waits.append(0)
      } catch { waits.append(error.seconds) }
    }
    return waits
  }

  @Test func `rejects requests beyond the limit, with the time to wait`() {
    let (limiter, now) = (RateLimiter(), Instant.scratchStart)
    #expect(waits(limiter, 5, at: now) == [0, 0, 0, 10, 10])
    #expect(waits(limiter, 1, at: now + .seconds(9)) == [1])
    #expect(waits(limiter, 2, at: now + .seconds(10)) == [0, 10])
    #expect(waits(limiter, 4, at: now + .hours(1)) == [0, 0, 0, 10])
  }

  @Test func `counts each key separately`() {
    let (limiter, now) = (RateLimiter(), Instant.scratchStart)
    #expect(waits(limiter, 3, at: now) == [0, 0, 0])
    #expect(waits(limiter, 3, at: now, key: "b") == [0, 0, 0])
  }

  @Test func `refunds a success`() {
    let (limiter, now) = (RateLimiter(), Instant.scratchStart)
    #expect(waits(limiter, 4, at: now) == [0, 0, 0, 10])
    limiter.add(.seconds(-10), to: "a", at: now)
    #expect(waits(limiter, 2, at: now) == [0, 10])
  }

  @Test func `locks nobody out when the clock is set back`() {
    let (limiter, now) = (RateLimiter(), Instant.scratchStart)
    #expect(waits(limiter, 3, at: now) == [0, 0, 0])
    #expect(waits(limiter, 2, at: now - .hours(24)) == [10, 10])
    #expect(waits(limiter, 1, at: now - .hours(24) + .seconds(10)) == [0])
  }

  @Test func `evicts the least recently used keys, and rejects no new one`() {
    let (limiter, now) = (RateLimiter(capacity: 4), Instant.scratchStart)
    #expect(waits(limiter, 4, at: now, key: "first") == [0, 0, 0, 10])
    for number in 0..<100 {
      #expect(waits(limiter, 1, at: now, key: "\(number)") == [0])
      #expect(waits(limiter, 1, at: now, key: "first") == [10])
    }
    for number in 0..<4 { #expect(waits(limiter, 1, at: now, key: "\(number)") == [0]) }
    #expect(waits(limiter, 1, at: now, key: "first") == [0])
  }
}

@Suite struct `Rate limits shared by several processes` {
  private let keys = [AccountLimits.Key(.device, "a")]

  private func refused(_ limits: AccountLimits, _ times: Int) -> Int {
    (0..<times).count { _ in
      do {
        try limits.consume(keys, at: .scratchStart, or: .tooManyTries)
        return false
      } catch { return true }
    }
  }

  @Test func `are counted together`() {
    let (one, other) = Self.connectedLimits()
    #expect(refused(one, 6) == 0)
    #expect(refused(other, 5) == 1)
    other.refund(keys, at: .scratchStart)
    #expect(refused(one, 2) == 1)
  }

  @Test(arguments: [
    "", "a", "device a 1", "device a 1 x", "device a 99999999999 1767636000000", "device a 1 -5",
    "door a 10000 1767636000000", "device a 1 2 3",
  ])
  func `ignore an invalid notification`(line: String) {
    let channel = Channel()
    let limits = AccountLimits(DistributedRateLimiter(notify: { _ in }, listen: channel.listen))
    channel.notify(line)
    #expect(refused(limits, 10) == 0)
  }

  /// Returns the limits of two processes that notify each other immediately.
  private static func connectedLimits() -> (AccountLimits, AccountLimits) {
    let (one, other) = (Channel(), Channel())
    return (
      AccountLimits(DistributedRateLimiter(notify: other.notify, listen: one.listen)),
      AccountLimits(DistributedRateLimiter(notify: one.notify, listen: other.listen))
    )
  }

  /// A channel that delivers each line to its listener.
  private final class Channel: Sendable {
    private let listener = LockedValue<(@Sendable (String) -> Void)?>(nil)

    @Sendable func listen(_ listener: @escaping @Sendable (String) -> Void) {
      self.listener.withLock { $0 = listener }
    }

    @Sendable func notify(_ line: String) { listener.withLock { $0 }?(line) }
  }
}
