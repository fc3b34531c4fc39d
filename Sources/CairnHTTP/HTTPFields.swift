/// The lines below the first one, in the order in which they came.
public struct HTTPFields: Sendable, Equatable {
  /// Name in lower case and value of each.
  public private(set) var lines: [Line] = []

  /// One line.
  public struct Line: Sendable, Equatable {
    /// The name in lower case.
    public let name: String
    /// The value as it came.
    public let value: String
  }

  /// No lines.
  public init() {}

  /// Adds a line.
  ///
  /// Line breaks and NUL in a value become spaces, so that no value can add a line of its own
  /// (RFC 9110, 5.5).
  public mutating func append(_ name: String, _ value: String) {
    let isClean = value.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    let isLower = name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    let line = Line(
      name: isLower ? name : name.lowercased(),
      value: isClean ? value : Self.flat(value)
    )
    lines.append(line)
  }

  /// Adds the lines of others after its own.
  public mutating func append(contentsOf others: HTTPFields) { lines += others.lines }

  /// Gives lines another value, where the closure has one.
  public mutating func change(_ value: (Line) -> String?) {
    let before = lines
    lines = []
    for line in before { append(line.name, value(line) ?? line.value) }
  }

  private static func flat(_ value: String) -> String {
    let bytes = value.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0 ? 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of the only line with a name; nil when there is none, or more than one.
  public subscript(name: String) -> String? {
    guard let first = lines.firstIndex(where: { $0.name == name }),
      !lines[(first + 1)...].contains(where: { $0.name == name })
    else { return nil }
    return lines[first].value
  }

  /// How many lines have a name.
  public func count(of name: String) -> Int { lines.count { $0.name == name } }

  /// The value of the only cookie with a name; nil when there is none, or more than one.
  ///
  /// Another host below the same domain can set a second one, and nothing tells which is ours.
  public func cookie(_ name: String) -> String? {
    let pairs = lines.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
    let found = pairs.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(name + "=") }
    return found.count == 1 ? String(found[0].dropFirst(name.utf8.count + 1)) : nil
  }
}
