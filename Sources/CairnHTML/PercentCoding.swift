/// Percent-encoding in URLs and form bodies.
public enum PercentCoding {
  /// Decodes a component; in a form, a plus is a space.
  ///
  /// Returns nil for an invalid escape, for invalid UTF-8, and for NUL, which no stored text may contain
  /// (spec/sync.md F55).
  package static func decode(_ part: some Sequence<UInt8>, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = part.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    // Most input is ASCII, and decoding that is several times as fast as validating it.
    if bytes.allSatisfy({ 0 < $0 && $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Percent-encodes a text for use as a query value.
  public static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The values of a query string or a form by name (WHATWG URL, application/x-www-form-urlencoded).
public struct FormValues: Sendable, Equatable {
  private var values: [String: String] = [:]
  /// All names with their values, in order.
  public private(set) var pairs: [Pair] = []

  /// A name with its value.
  public struct Pair: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String
  }

  /// Whether a name occurs more than once; its value is then the first one.
  public var hasRepeats: Bool { pairs.count > values.count }

  /// Parses `a=1&b=two`; returns nil if it is malformed or repeats a name, unless that is allowed.
  public init?(_ text: some Sequence<UInt8>, allowingRepeats: Bool = false) {
    for pair in Array(text).split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard let name = PercentCoding.decode(parts[0], plusIsSpace: true),
        let value = PercentCoding.decode(parts.dropFirst().first ?? [], plusIsSpace: true),
        allowingRepeats || values[name] == nil
      else { return nil }
      values[name] = values[name] ?? value
      pairs.append(Pair(name: name, value: value))
    }
  }

  /// The value of a name; nil if there is none.
  public subscript(name: String) -> String? { values[name] }

  /// All names.
  public var names: Set<String> { Set(values.keys) }

  /// Returns a copy without some names.
  public func without(_ names: Set<String>) -> FormValues {
    var rest = self
    rest.values = values.filter { !names.contains($0.key) }
    rest.pairs = pairs.filter { !names.contains($0.name) }
    return rest
  }
}
