/// A server setting: an option, else an environment variable, else a default.
struct ServerSetting: Sendable {
  /// The name of the option, also used in `cairn config`.
  let name: String
  /// The environment variable, used without the option.
  let variable: String
  let placeholder: String
  /// The default value.
  let standard: String
  let help: String
  /// Whether the value is masked; the variable `…_FILE` may then name a file with it.
  var isSecret = false
  /// Whether the option takes no value; the variable takes yes or no.
  var isFlag = false

  private init(
    _ name: String,
    _ variable: String,
    _ placeholder: String,
    _ standard: String,
    _ help: String,
    isSecret: Bool = false
  ) {
    (self.name, self.variable, self.placeholder) = (name, variable, placeholder)
    (self.standard, self.help, self.isSecret) = (standard, help, isSecret)
  }

  private init(flag name: String, _ variable: String, _ help: String) {
    self.init(name, variable, "", "no", help)
    isFlag = true
  }

  var option: Option {
    guard !isFlag else { return .flag(name, help) }
    return .value(name, placeholder, standard.isEmpty ? help : "\(help.dropLast()) (\(standard)).")
  }

  static let all = [
    singleUser, demo, database, databaseDirect, listen, url, proxies, backups, webhooks,
    metricsToken,
    logFormat, logLevel, logAddresses, openSignUp, requestRate, accountQuota, comparison,
  ]

  static let singleUser = ServerSetting(
    flag: "single-user",
    "CAIRN_SINGLE_USER",
    "Serve your own log on this machine, without a password."
  )
  static let demo = ServerSetting(
    flag: "demo",
    "CAIRN_DEMO",
    "Serve a sample year on this machine, without a password."
  )

  static let database = ServerSetting(
    "database",
    "CAIRN_DATABASE",
    "URL",
    "",
    "Store accounts and logs in PostgreSQL: postgresql://cairn_server@localhost/cairn.",
    isSecret: true
  )
  static let databaseDirect = ServerSetting(
    "database-direct",
    "CAIRN_DATABASE_DIRECT",
    "URL",
    "",
    "A direct URL of the same database, if --database uses a transaction pooler.",
    isSecret: true
  )
  static let openSignUp = ServerSetting(
    flag: "open-sign-up",
    "CAIRN_OPEN_SIGN_UP",
    "Allow anyone to create an account through listening and climbing apps."
  )

  static let listen = ServerSetting(
    "listen",
    "CAIRN_LISTEN",
    "HOST:PORT",
    "127.0.0.1:8080",
    "The address to listen on; port 0 picks a free one."
  )
  static let url = ServerSetting(
    "url",
    "CAIRN_URL",
    "URL",
    "",
    "The public URL, if it differs: https://log.example.org."
  )
  static let proxies = ServerSetting(
    "proxies",
    "CAIRN_PROXIES",
    "ADDRESSES",
    "",
    "Trusted reverse proxies on other machines: 10.0.0.2,172.16.0.0/12."
  )
  static let backups = ServerSetting(
    "backups",
    "CAIRN_BACKUPS",
    "WHERE",
    "on",
    "Daily backups: on for the data directory, off, or a folder."
  )
  static let webhooks = ServerSetting(
    "webhooks",
    "CAIRN_WEBHOOKS",
    "WHERE",
    "on",
    "Webhook targets: on for the internet, private for this network too, off."
  )
  static let metricsToken = ServerSetting(
    "metrics-token",
    "CAIRN_METRICS_TOKEN",
    "TOKEN",
    "",
    "The token to read /metrics; without it only this machine may.",
    isSecret: true
  )
  static let requestRate = ServerSetting(
    "request-rate",
    "CAIRN_REQUEST_RATE",
    "NUMBER",
    "20",
    "Requests per second and account, 1 to 1000, or off for no limit."
  )
  static let accountQuota = ServerSetting(
    "account-quota",
    "CAIRN_ACCOUNT_QUOTA",
    "MB",
    "2000",
    "Maximum log size per account in megabytes, 1 to 1000000, or 0 for no limit."
  )
  static let comparison = ServerSetting(
    "comparison",
    "CAIRN_COMPARISON",
    "NUMBER",
    "5",
    "Minimum group size for shelf comparison, 5 to 1000, or off."
  )
  static let logFormat = ServerSetting(
    "log-format",
    "CAIRN_LOG_FORMAT",
    "FORMAT",
    "logfmt",
    "The log format, logfmt or json."
  )
  static let logLevel = ServerSetting(
    "log-level",
    "CAIRN_LOG_LEVEL",
    "LEVEL",
    "info",
    "The log level: trace to critical."
  )
  static let logAddresses = ServerSetting(
    "log-addresses",
    "CAIRN_LOG_ADDRESSES",
    "YES",
    "no",
    "Log the client address, yes or no."
  )
}
