/// Header fields in the order of arrival.
public struct HTTPFields: Sendable, Equatable {
  /// The fields, each with its name in lower case and its value.
  public private(set) var lines: [Line] = []

  /// One header field.
  public struct Line: Sendable, Equatable {
    /// The name in lower case.
    public let name: String
    /// The value, unchanged.
    public let value: String
  }

  /// Creates an empty list.
  public init() {}

  /// Adds a field.
  ///
  /// Line breaks and NUL in the value become spaces, which rules out header injection (RFC 9110, 5.5).
  public mutating func append(_ name: String, _ value: String) {
    let isClean = value.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    let isLower = name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    let line = Line(
      name: isLower ? name : name.lowercased(),
      value: isClean ? value : Self.sanitized(value)
    )
    lines.append(line)
  }

  /// Adds all fields of another list.
  public mutating func append(contentsOf others: HTTPFields) { lines += others.lines }

  /// Replaces the value of each field for which the closure returns one.
  public mutating func change(_ value: (Line) -> String?) {
    let before = lines
    lines = []
    for line in before { append(line.name, value(line) ?? line.value) }
  }

  private static func sanitized(_ value: String) -> String {
    let bytes = value.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0 ? 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of the only field with a name; nil if there is none or more than one.
  public subscript(name: String) -> String? {
    guard let first = lines.firstIndex(where: { $0.name == name }),
      !lines[(first + 1)...].contains(where: { $0.name == name })
    else { return nil }
    return lines[first].value
  }

  /// Returns the number of fields with a name.
  public func count(of name: String) -> Int { lines.count { $0.name == name } }

  /// Returns the value of the only cookie with a name; nil if there is none or more than one.
  ///
  /// Another host of the same domain can set a second cookie, and nothing shows which one is ours.
  public func cookie(_ name: String) -> String? {
    let pairs = lines.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
    let found = pairs.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(name + "=") }
    return found.count == 1 ? String(found[0].dropFirst(name.utf8.count + 1)) : nil
  }
}
