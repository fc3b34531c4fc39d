public import Cairn

/// Where a server's remarks go, and which of them.
public struct Logger: Sendable {
  private let least: LogLevel?
  private let form: LogFormat
  private let now: @Sendable () -> Instant
  private let write: @Sendable (String) -> Void
  /// Whether the remark about a request has the address it came from.
  let tellsAddresses: Bool

  /// Says nothing.
  public static let none = Logger()

  private init() {
    (least, form, tellsAddresses) = (nil, .logfmt, false)
    (now, write) = ({ Instant(milliseconds: 0) }, { _ in })
  }

  /// Says what matters at least so much; `write` gets each line without its end, and must not wait.
  public init(
    _ least: LogLevel,
    _ form: LogFormat,
    tellsAddresses: Bool,
    now: @escaping @Sendable () -> Instant,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.least, self.form, self.tellsAddresses) = (least, form, tellsAddresses)
    (self.now, self.write) = (now, write)
  }

  /// Says something, if it matters enough.
  public func say(
    _ level: LogLevel,
    _ message: String,
    _ fields: @autoclosure () -> [(name: String, value: LogEntry.Value)] = []
  ) {
    guard let least, level.reaches(least) else { return }
    write(LogEntry(level: level, message: message, fields: fields()).line(form, at: now()))
  }
}
