import Cairn
import CairnAccounts
import CairnHTTP
import CairnInsights
import CairnListener
import CairnServer

/// The configuration of a server from options and environment variables.
struct ServeConfiguration {
  let address: ListenAddress
  let url: PublicAddress?
  /// The backup destination: `on`, `off` or a folder.
  let backups: String
  let webhooks: EgressPolicy
  private let proxies: [AddressRange]
  private let metricsToken: String?
  private let level: LogLevel
  private let format: LogFormat
  private let logsAddresses: Bool
  private let isSignUpOpen: Bool
  private let requests: RateLimit?
  private let accountQuota: Int64?
  private let minimumComparisonGroup: Int64?

  /// Reads all settings; throws `usage.value` or a similar error for the first invalid one.
  ///
  /// `isOpen` is true for a server without passwords.
  init(_ settings: ServerSettings, isOpen: Bool) throws(CairnError) {
    address = try ListenAddress(settings.found(.listen).value, isOpen: isOpen)
    url = try settings.value(.url).map { text throws(CairnError) in try PublicAddress(text) }
    backups = try settings.found(.backups).value
    webhooks = try EgressPolicy(settings, isOwn: isOpen)
    proxies = try Self.proxies(settings)
    metricsToken = try settings.value(.metricsToken)
    level = try settings.choice(.logLevel, of: LogLevel.self)
    format = try settings.choice(.logFormat, of: LogFormat.self)
    logsAddresses = try settings.isOn(.logAddresses)
    isSignUpOpen = try settings.isOn(.openSignUp)
    requests = try Self.requests(settings)
    accountQuota = try Self.accountQuota(settings)
    minimumComparisonGroup = try Self.minimumComparisonGroup(settings)
  }

  /// Returns the connection limits; behind a proxy, all clients share one address.
  func limits(below base: BasePath) -> ListenerLimits {
    var limits = ListenerLimits()
    limits.filePaths = Set(Server.filePaths.map { base.text + $0 })
    limits.readOnlyPaths = Set(Server.readOnlyPaths.map { base.text + $0 })
    if address.isLocal || !proxies.isEmpty { limits.connectionsPerAddress = limits.connections }
    return limits
  }

  private static func requests(_ settings: ServerSettings) throws(CairnError) -> RateLimit? {
    let text = try settings.found(.requestRate).value
    guard text != "off" else { return nil }
    guard let rate = Int64(text), (1...1_000).contains(rate) else {
      throw try settings.invalid(.requestRate, "a whole number from 1 to 1000, or off")
    }
    return .requests(perSecond: rate)
  }

  private static func accountQuota(_ settings: ServerSettings) throws(CairnError) -> Int64? {
    guard let megabytes = Int64(try settings.found(.accountQuota).value),
      (0...1_000_000).contains(megabytes)
    else { throw try settings.invalid(.accountQuota, "a whole number from 1 to 1000000, or 0") }
    return megabytes == 0 ? nil : megabytes * 1_000_000
  }

  private static func minimumComparisonGroup(_ settings: ServerSettings) throws(CairnError)
    -> Int64?
  {
    let text = try settings.found(.comparison).value
    guard text != "off" else { return nil }
    guard let groupSize = Int64(text),
      (ComparisonShare.minimumGroupSize...1_000).contains(groupSize)
    else {
      throw try settings.invalid(.comparison, "a whole number from 5 to 1000, or off")
    }
    return groupSize
  }

  private static func proxies(_ settings: ServerSettings) throws(CairnError) -> [AddressRange] {
    let words = try settings.value(.proxies)?.split(separator: ",") ?? []
    return try words.map { word throws(CairnError) in
      guard let range = AddressRange(word.filter { $0 != " " }) else {
        throw try settings.invalid(.proxies, "addresses such as 10.0.0.2 or 172.16.0.0/12")
      }
      return range
    }
  }

  /// Copies the configuration to the server's dependencies.
  func apply(to dependencies: inout ServerDependencies, _ writer: LogSink) {
    let trusted = [AddressRange("127.0.0.0/8"), AddressRange("::1")].compactMap(\.self) + proxies
    dependencies.network = { ClientAddress(of: $0) }
    dependencies.isProxy = { address in trusted.contains { $0.contains(address) } }
    dependencies.metricsToken = metricsToken
    dependencies.isSignUpOpen = isSignUpOpen
    dependencies.requests = requests
    dependencies.accountQuota = accountQuota
    dependencies.minimumComparisonGroup = minimumComparisonGroup
    dependencies.base = url?.base ?? .none
    let logger = Logger(
      level,
      format,
      logsAddresses: logsAddresses,
      now: dependencies.now,
      write: writer.write
    )
    dependencies.logger = logger
  }
}
