public import Cairn
public import CairnAccounts
public import CairnHTTP
import CairnStore

/// The environment of a server: clock, configuration and services of its process.
public struct ServerDependencies: Sendable {
  /// The accepted values of `Host`, each with its port (`127.0.0.1:8080`); nil for any.
  public var hosts: Set<String>?
  /// The accepted values that the server has learned; nil if it learns none.
  public var learnedHosts: LearnedHosts?
  /// Whether all clients use TLS, which a reverse proxy terminates.
  public var isSecure: Bool
  /// The rules of the machine's time zone; each account has its own zone.
  public var zone: ZoneRules
  /// The time zone of the log in single-user mode; nil for the machine's zone.
  public var defaultZone: DefaultZone?
  /// The current time.
  public var now: @Sendable () -> Instant
  /// Returns 64 random bits.
  public var random: @Sendable () -> UInt64
  /// Returns the free bytes of the log's file system; nil if unknown.
  public var freeBytes: @Sendable () -> Int64?
  /// The version of the program: `1.2.3`.
  public var version: String
  /// The kinds of session that the API describes; those of the logs.
  public var modules = Log.kinds.map(\.module)
  /// The path prefix behind a reverse proxy.
  public var base = BasePath.none
  /// Whether the main database file is still at its path; a server without it is not ready.
  public var databaseExists: @Sendable () -> Bool = { true }
  /// Whether anyone may create an account.
  public var isSignUpOpen = false
  /// The rate limit of one account; nil for none.
  public var requests: RateLimit? = .requests
  /// The maximum size of an account's log on disk, in bytes; nil for none.
  public var accountQuota: Int64? = 2_000_000_000
  /// The minimum group size for shelf comparison; nil turns comparison off.
  public var minimumComparisonGroup: Int64? = 5
  /// Whether an address is that of a trusted proxy, which may set `X-Forwarded-For`.
  public var isProxy: @Sendable (String) -> Bool = { $0 == "127.0.0.1" || $0 == "::1" }
  /// Returns the network of an address for rate limiting.
  public var network: @Sendable (String) -> ClientAddress = { ClientAddress(String($0.prefix(64))) }
  /// The bearer token that `/metrics` requires; nil to allow only the server's own machine.
  public var metricsToken: String?
  /// The scheduled backups; nil if there are none.
  public var backups: BackupScheduler?
  /// Returns why the last sync of a single-user log failed, in one sentence; nil if it succeeded.
  public var syncFailure: @Sendable () -> String? = { nil }
  /// The dispatcher of milestone webhooks; nil if webhooks are off.
  public var webhooks: WebhookDispatcher?
  /// Compresses bytes with gzip; nil if gzip is unavailable.
  public var pack: (@Sendable ([UInt8]) -> [UInt8]?)?
  /// The logger of the server.
  public var logger = Logger.none
  /// Information about the running process.
  public var process = ServerProcess()
  /// Returns free memory to the operating system after memory-intensive work.
  public var releaseMemory: @Sendable () -> Void = {}
  /// A monotonic clock for measuring durations.
  public var tick: @Sendable () -> ContinuousClock.Instant = { .now }

  /// Creates dependencies with defaults for everything optional.
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

  /// Whether the client used TLS: always, or according to a trusted proxy's `X-Forwarded-Proto`.
  func isSecure(_ request: HTTPRequest) -> Bool {
    isSecure
      || request.fields["x-forwarded-proto"]?.lowercased() == "https" && isProxy(request.address)
  }
}

/// The configurable time zone of a single-user server.
public struct DefaultZone: Sendable {
  /// Returns the current rules of the zone.
  package let rules: @Sendable () -> ZoneRules
  /// Sets the zone by its IANA name and blocks on the disk; nil if the zone is fixed.
  package let choose: (@Sendable (String) throws -> Void)?

  /// Creates a zone; `choose` throws `setting.invalid` for an unknown name.
  public init(
    rules: @escaping @Sendable () -> ZoneRules,
    choose: (@Sendable (String) throws -> Void)?
  ) {
    (self.rules, self.choose) = (rules, choose)
  }
}
