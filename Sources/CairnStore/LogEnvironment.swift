public import Cairn

/// The external dependencies of a log: clock, random numbers, time zone rules and kinds of session.
public struct LogEnvironment: Sendable {
  /// Returns the current time.
  public let now: @Sendable () -> Instant
  /// Returns 64 random bits.
  public let random: @Sendable () -> UInt64
  /// Returns the rules of an IANA zone; nil for an unknown name.
  public let zone: @Sendable (String) -> ZoneRules?

  /// Returns the reading of a clock that cannot be set; nil if there is none.
  public let clockMark: @Sendable () -> ClockMark?

  /// The kinds of session that this program knows.
  public var kinds: [any SessionTable] = Log.kinds

  /// Creates the environment.
  public init(
    now: @escaping @Sendable () -> Instant,
    clockMark: @escaping @Sendable () -> ClockMark? = { nil },
    random: @escaping @Sendable () -> UInt64,
    zone: @escaping @Sendable (String) -> ZoneRules?
  ) {
    self.now = now
    self.clockMark = clockMark
    self.random = random
    self.zone = ZoneCache(zone).rules
  }

  /// The names and fields of the kinds of session.
  public var modules: [KindModule] { kinds.map(\.module) }

  /// Returns a new id for a record created at `instant`.
  package func newID(at instant: Instant) -> RecordID {
    var generator = Generator(next64: random)
    return RecordID(at: instant, random: &generator)
  }

  private struct Generator: RandomNumberGenerator {
    let next64: @Sendable () -> UInt64
    mutating func next() -> UInt64 { next64() }
  }
}
