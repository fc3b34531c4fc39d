public import Cairn

/// One line of the server log, without personal data.
public struct LogEntry: Sendable {
  /// The value of a field.
  public enum Value: Sendable {
    /// A string.
    case text(String)
    /// An integer.
    case number(Int64)
  }

  /// The severity.
  let level: LogLevel
  /// The event, in one or a few words.
  let message: String
  /// The structured fields.
  let fields: [(name: String, value: Value)]

  /// Returns the line without a newline.
  func line(_ form: LogFormat, at now: Instant) -> String {
    let head: [(name: String, value: Value)] = [
      ("time", .text(now.text)), ("level", .text(level.name)), ("message", .text(message)),
    ]
    let all = head + fields
    guard form == .json else {
      return all.map { "\($0.name)=\($0.value.logfmt)" }.joined(separator: " ")
    }
    return JSON.object(all.map { JSON.Member($0.name, $0.value.json) }).text
  }
}

/// The format of log lines.
public struct LogFormat: Named {
  /// The name in the configuration.
  public let name: String

  /// Pairs as in `name=value name="two words"`.
  public static let logfmt = LogFormat(name: "logfmt")
  /// One JSON object per line.
  public static let json = LogFormat(name: "json")

  /// All formats, the default first.
  public static let all = [logfmt, json]

  private init(name: String) { self.name = name }
}

extension LogEntry.Value {
  fileprivate var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .integer(number)
    }
  }

  /// The value in logfmt; a string is quoted as in JSON unless it is a single plain word.
  fileprivate var logfmt: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text.utf8.allSatisfy(Self.isPlain) && !text.isEmpty ? text : json.text
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
  }
}
