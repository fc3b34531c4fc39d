public import Cairn
import CairnHTTP

/// What a server needs from the process it runs in.
public struct ServerDependencies: Sendable {
  /// The names under which it may be asked, each with its port: `127.0.0.1:8080`; nil for any.
  public var hosts: Set<String>?
  /// Whether people come through TLS, which a reverse proxy ends before it asks here.
  public var isSecure: Bool
  /// The rules of the zone the machine is in; people with an account have one of their own.
  public var zone: ZoneRules
  /// The zone of the one whose log is served to its own machine; nil for that of the machine.
  public var ownZone: DefaultZone?
  /// The time now.
  public var now: @Sendable () -> Instant
  /// 64 random bits.
  public var random: @Sendable () -> UInt64
  /// Bytes that are free where the log lies; nil when that cannot be told.
  public var freeBytes: @Sendable () -> Int64?
  /// The version of the program: `1.2.3`.
  public var version: String
  /// The path below which people come, where a proxy serves other things beside.
  public var base = BasePath.none
  /// Whether what everything else is found by is where it was when the server began.
  public var isInPlace: @Sendable () -> Bool = { true }
  /// Whether whoever comes may make an account.
  public var isSignUpOpen = false
  /// How often one account may ask; nil for as often as it wants.
  public var requests: RateLimit? = .requests
  /// The bytes that the log of one account may take on the disk; nil for any number.
  public var accountQuota: Int64? = 2_000_000_000
  /// Of how many others something must be known before anyone is told; nil to compare nobody.
  public var leastCompared: Int64? = 5
  /// Whether an address is that of a reverse proxy, whose word is taken for where a request comes from.
  public var isProxy: @Sendable (String) -> Bool = { $0 == "127.0.0.1" || $0 == "::1" }
  /// The network of an address, as limits count it.
  public var network: @Sendable (String) -> ClientAddress = { ClientAddress(String($0.prefix(64))) }
  /// What whoever asks for the figures of the server must send; nil for its own machine alone.
  public var metricsToken: String?
  /// The copies that are made by themselves; nil where none are.
  public var backups: BackupScheduler?
  /// Why the last sync of one's own log failed, in a sentence; nil where it did not.
  public var syncFailure: @Sendable () -> String? = { nil }
  /// What tells webhooks of milestones; nil where nobody is told.
  public var webhooks: WebhookDispatcher?
  /// Packs bytes as gzip; nil where that is not possible.
  public var pack: (@Sendable ([UInt8]) -> [UInt8]?)?
  /// What is said of the work.
  public var logger = Logger.none
  /// The process, as far as it is known.
  public var process = ServerProcess()
  /// Gives memory that is free back to the system, after work that took much.
  public var releaseMemory: @Sendable () -> Void = {}
  /// A clock that is never set, to measure how long something takes.
  public var tick: @Sendable () -> ContinuousClock.Instant = { .now }

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

  /// Whether a request came through TLS: all do, or the proxy says so of this one.
  func isSecure(_ request: HTTPRequest) -> Bool {
    isSecure
      || request.fields["x-forwarded-proto"]?.lowercased() == "https" && isProxy(request.address)
  }
}

/// The zone of the one whose log is served to their own machine.
public struct DefaultZone: Sendable {
  /// Its rules now.
  package let rules: @Sendable () -> ZoneRules
  /// Chooses another by its IANA name, waiting for the disk; nil where it cannot be chosen.
  package let choose: (@Sendable (String) throws -> Void)?

  /// Says where the zone is found; `choose` throws `setting.invalid` for a name that is none.
  public init(
    rules: @escaping @Sendable () -> ZoneRules,
    choose: (@Sendable (String) throws -> Void)?
  ) {
    (self.rules, self.choose) = (rules, choose)
  }
}
