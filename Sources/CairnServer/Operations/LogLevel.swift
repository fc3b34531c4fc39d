public import Cairn

/// How much a remark matters, in the words of swift-log.
public struct LogLevel: Named {
  /// The name, as it is written.
  public let name: String

  /// Steps of the work, for finding a mistake.
  public static let trace = LogLevel(name: "trace")
  /// What is asked again and again: whether the server is well.
  public static let debug = LogLevel(name: "debug")
  /// What is done as usual: each request.
  public static let info = LogLevel(name: "info")
  /// What is done seldom.
  public static let notice = LogLevel(name: "notice")
  /// What went wrong and does no harm yet.
  public static let warning = LogLevel(name: "warning")
  /// What went wrong.
  public static let error = LogLevel(name: "error")
  /// What the server cannot go on with.
  public static let critical = LogLevel(name: "critical")

  /// From what matters least to what matters most.
  public static let all = [trace, debug, info, notice, warning, error, critical]

  private init(name: String) { self.name = name }

  /// Whether it matters at least as much as another.
  func reaches(_ least: LogLevel) -> Bool {
    Self.all.drop { $0 != least }.contains(self)
  }
}
