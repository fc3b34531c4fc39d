public import Cairn

/// One line of what a server says of its own work; nothing in it tells whose log it was about.
public struct LogEntry: Sendable {
  /// A value beside a name.
  public enum Value: Sendable {
    /// A word or more.
    case text(String)
    /// A whole number.
    case number(Int64)
  }

  /// How much it matters.
  let level: LogLevel
  /// What happened, in a word or two.
  let message: String
  /// What there is to know about it.
  let fields: [(name: String, value: Value)]

  /// The line without its end.
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

/// How remarks are written.
public struct LogFormat: Named {
  /// The name by which it is chosen.
  public let name: String

  /// `name=value name="two words"`.
  public static let logfmt = LogFormat(name: "logfmt")
  /// One object of JSON a line.
  public static let json = LogFormat(name: "json")

  /// The usual one first.
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

  /// A text is quoted, as in JSON, where it would not be read as one word.
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
