public import Cairn

/// How long to wait after tries that failed: 1 s, then twice as long each time, to 5 min, and of
/// that any part, so that many devices do not come back at once (spec/sync.md F33).
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
