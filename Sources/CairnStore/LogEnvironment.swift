public import Cairn

/// What a log needs from the world: the time, chance and the rules of time zones.
public struct LogEnvironment: Sendable {
  /// The time now.
  public let now: @Sendable () -> Instant
  /// 64 random bits.
  public let random: @Sendable () -> UInt64
  /// The rules of an IANA zone; nil for a name that is not known.
  public let zone: @Sendable (String) -> ZoneRules?

  /// A clock nobody can set; nil where there is none.
  public let mark: @Sendable () -> ClockMark?

  /// Gathers the world.
  public init(
    now: @escaping @Sendable () -> Instant,
    mark: @escaping @Sendable () -> ClockMark? = { nil },
    random: @escaping @Sendable () -> UInt64,
    zone: @escaping @Sendable (String) -> ZoneRules?
  ) {
    self.now = now
    self.mark = mark
    self.random = random
    self.zone = ZoneCache(zone).rules
  }

  /// A new identity for a thing made at `instant`.
  package func newID(at instant: Instant) -> RecordID {
    var generator = Generator(next64: random)
    return RecordID(at: instant, random: &generator)
  }

  private struct Generator: RandomNumberGenerator {
    let next64: @Sendable () -> UInt64
    mutating func next() -> UInt64 { next64() }
  }
}
