public import Cairn

/// What a server needs from the process it runs in.
public struct ServerWorld: Sendable {
  /// The names under which it may be asked, each with its port: `127.0.0.1:8080`; nil for any.
  public var hosts: Set<String>?
  /// Whether people come through TLS, which a reverse proxy ends before it asks here.
  public var isSecure: Bool
  /// The rules of the zone the machine is in; people with an account have one of their own.
  public var zone: ZoneRules
  /// The time now.
  public var now: @Sendable () -> Instant
  /// 64 random bits.
  public var random: @Sendable () -> UInt64
  /// Bytes that are free where the log lies; nil when that cannot be told.
  public var freeBytes: @Sendable () -> Int64?
  /// The version of the program: `1.2.3`.
  public var version: String

  /// Gathers the world.
  public init(
    hosts: Set<String>?,
    isSecure: Bool = false,
    zone: ZoneRules,
    now: @escaping @Sendable () -> Instant,
    random: @escaping @Sendable () -> UInt64,
    freeBytes: @escaping @Sendable () -> Int64?,
    version: String
  ) {
    (self.hosts, self.zone, self.now, self.random) = (hosts, zone, now, random)
    self.isSecure = isSecure
    (self.freeBytes, self.version) = (freeBytes, version)
  }
}
