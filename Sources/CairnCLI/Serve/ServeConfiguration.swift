import Cairn
import CairnInsights
import CairnListener
import CairnServer

/// How a server is to be run, as options and variables say.
struct ServeConfiguration {
  let address: ListenAddress
  let url: PublicAddress?
  /// Where copies go: `on`, `off` or a folder.
  let backups: String
  let webhooks: EgressPolicy
  private let proxies: [AddressRange]
  private let metricsToken: String?
  private let level: LogLevel
  private let form: LogFormat
  private let tellsAddresses: Bool
  private let isSignUpOpen: Bool
  private let requests: RateLimit?
  private let accountQuota: Int64?
  private let leastCompared: Int64?

  /// Reads all settings; throws `usage.value` and its like for the first that cannot be.
  ///
  /// `isOpen` is for a server that asks for no password.
  init(_ settings: ServerSettings, isOpen: Bool) throws(CairnError) {
    address = try ListenAddress(settings.found(.listen).value, isOpen: isOpen)
    url = try settings.value(.url).map { text throws(CairnError) in try PublicAddress(text) }
    backups = try settings.found(.backups).value
    webhooks = try EgressPolicy(settings, isOwn: isOpen)
    proxies = try Self.proxies(settings)
    metricsToken = try settings.value(.metricsToken)
    level = try settings.choice(.logLevel, of: LogLevel.self)
    form = try settings.choice(.logFormat, of: LogFormat.self)
    tellsAddresses = try settings.isOn(.logAddresses)
    isSignUpOpen = try settings.isOn(.openSignUp)
    requests = try Self.requests(settings)
    accountQuota = try Self.accountQuota(settings)
    leastCompared = try Self.leastCompared(settings)
  }

  /// What clients may cost; a proxy brings those of all people from one address.
  func limits(below base: BasePath) -> ListenerLimits {
    var limits = ListenerLimits()
    limits.filePaths = Set(Server.filePaths.map { base.text + $0 })
    limits.readingPaths = Set(Server.readingPaths.map { base.text + $0 })
    if address.isLocal || !proxies.isEmpty { limits.connectionsPerAddress = limits.connections }
    return limits
  }

  private static func requests(_ settings: ServerSettings) throws(CairnError) -> RateLimit? {
    let text = try settings.found(.requestRate).value
    guard text != "off" else { return nil }
    guard let rate = Int64(text), (1...1_000).contains(rate) else {
      throw try settings.wrong(.requestRate, "a whole number from 1 to 1000, or off")
    }
    return .requests(perSecond: rate)
  }

  private static func accountQuota(_ settings: ServerSettings) throws(CairnError) -> Int64? {
    guard let megabytes = Int64(try settings.found(.accountQuota).value),
      (0...1_000_000).contains(megabytes)
    else { throw try settings.wrong(.accountQuota, "a whole number from 1 to 1000000, or 0") }
    return megabytes == 0 ? nil : megabytes * 1_000_000
  }

  private static func leastCompared(_ settings: ServerSettings) throws(CairnError) -> Int64? {
    let text = try settings.found(.comparison).value
    guard text != "off" else { return nil }
    guard let least = Int64(text), (ComparisonShare.fewest...1_000).contains(least) else {
      throw try settings.wrong(.comparison, "a whole number from 5 to 1000, or off")
    }
    return least
  }

  private static func proxies(_ settings: ServerSettings) throws(CairnError) -> [AddressRange] {
    let words = try settings.value(.proxies)?.split(separator: ",") ?? []
    return try words.map { word throws(CairnError) in
      guard let range = AddressRange(word.filter { $0 != " " }) else {
        throw try settings.wrong(.proxies, "addresses such as 10.0.0.2 or 172.16.0.0/12")
      }
      return range
    }
  }

  /// Tells a server what was set.
  func apply(to dependencies: inout ServerDependencies, _ writer: LogSink) {
    let trusted = [AddressRange("127.0.0.0/8"), AddressRange("::1")].compactMap(\.self) + proxies
    dependencies.network = { ClientAddress(of: $0) }
    dependencies.isProxy = { address in trusted.contains { $0.contains(address) } }
    dependencies.metricsToken = metricsToken
    dependencies.isSignUpOpen = isSignUpOpen
    dependencies.requests = requests
    dependencies.accountQuota = accountQuota
    dependencies.leastCompared = leastCompared
    dependencies.base = url?.base ?? .none
    let logger = Logger(
      level,
      form,
      tellsAddresses: tellsAddresses,
      now: dependencies.now,
      write: writer.write
    )
    dependencies.logger = logger
  }
}
