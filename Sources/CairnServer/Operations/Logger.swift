public import Cairn

/// A logger with a minimum level and a format.
public struct Logger: Sendable {
  private let threshold: LogLevel?
  private let form: LogFormat
  private let now: @Sendable () -> Instant
  private let write: @Sendable (String) -> Void
  /// Whether access log entries contain the client's address.
  let logsAddresses: Bool

  /// A logger that discards all entries.
  public static let none = Logger()

  private init() {
    (threshold, form, logsAddresses) = (nil, .logfmt, false)
    (now, write) = ({ Instant(milliseconds: 0) }, { _ in })
  }

  /// Creates a logger; `write` receives each line without a newline and must not block.
  public init(
    _ threshold: LogLevel,
    _ form: LogFormat,
    logsAddresses: Bool,
    now: @escaping @Sendable () -> Instant,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.threshold, self.form, self.logsAddresses) = (threshold, form, logsAddresses)
    (self.now, self.write) = (now, write)
  }

  /// Writes an entry if its level is high enough; evaluates the fields only then.
  public func log(
    _ level: LogLevel,
    _ message: String,
    _ fields: @autoclosure () -> [(name: String, value: LogEntry.Value)] = []
  ) {
    guard let threshold, level.isAtLeast(threshold) else { return }
    write(LogEntry(level: level, message: message, fields: fields()).line(form, at: now()))
  }
}
