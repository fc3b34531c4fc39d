public import Cairn

/// The severity of a log entry, with the levels of swift-log.
public struct LogLevel: Named {
  /// The name in the log and in the configuration.
  public let name: String

  /// Details for debugging.
  public static let trace = LogLevel(name: "trace")
  /// Frequent events, such as health checks.
  public static let debug = LogLevel(name: "debug")
  /// Normal events, such as requests.
  public static let info = LogLevel(name: "info")
  /// Rare but normal events.
  public static let notice = LogLevel(name: "notice")
  /// A problem without consequences so far.
  public static let warning = LogLevel(name: "warning")
  /// A failed operation.
  public static let error = LogLevel(name: "error")
  /// A failure that stops the server.
  public static let critical = LogLevel(name: "critical")

  /// All levels, lowest severity first.
  public static let all = [trace, debug, info, notice, warning, error, critical]

  private init(name: String) { self.name = name }

  /// Whether the severity is at least that of another level.
  func isAtLeast(_ threshold: LogLevel) -> Bool {
    Self.all.drop { $0 != threshold }.contains(self)
  }
}
