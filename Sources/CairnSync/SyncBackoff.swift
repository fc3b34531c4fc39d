public import Cairn

/// How long to wait after tries that failed: 1 s, then twice as long each time, to 5 min, and of that
/// half or more, as chance has it, so that many devices do not come back at once (spec/sync.md F33).
public struct SyncBackoff: Sendable {
  private var failures: Int64 = 0
  /// The longest wait, 5 min.
  public static let longest = Milliseconds(300_000)

  /// Begins without a failure.
  public init() {}

  /// Notes that a try did what it should.
  public mutating func succeed() { failures = 0 }

  /// Notes a failure; gives how long to wait, of which chance decides.
  public mutating func fail(_ chance: inout some RandomNumberGenerator) -> Milliseconds {
    let most = min(Self.longest.count, 1_000 << min(failures, 20))
    failures += 1
    return Milliseconds(Int64.random(in: most / 2...most, using: &chance))
  }
}

/// How long the server wants to be left alone, as its last answer said (spec/sync.md F33).
actor RetryAfter {
  /// Nothing where the last answer says nothing.
  private(set) var pause = Milliseconds(0)
  /// More is not believed, 1 h: what stands before a server may be set up wrong.
  private static let longest: Int64 = 3_600

  /// Notes what an answer says, and gives it on.
  func note(_ reply: SyncResponse) -> SyncResponse {
    pause = Milliseconds(min(max(reply.retryAfter ?? 0, 0), Self.longest) * 1_000)
    return reply
  }
}
