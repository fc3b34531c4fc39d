import Cairn
import CairnHTTP

/// The body of another program's request; unknown members are ignored, null counts as missing, and each
/// value must have its type.
struct ConnectedBody: Sendable {
  private let values: [String: JSON]

  /// Parses a body; throws a ``DialectError`` if it is not a JSON object.
  init(_ request: HTTPRequest) throws {
    guard let json = try? JSON(parsing: request.body) else {
      throw DialectError.invalid("The body must be valid JSON")
    }
    try self.init(json)
  }

  /// Reads an object; throws a ``DialectError`` for any other value.
  init(_ json: JSON) throws {
    guard case .object(let members) = json else {
      throw DialectError.invalid("The body must be a JSON object")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Returns whether the member is present, even with null.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns the value of a member; nil if it is missing or null.
  subscript(name: String) -> JSON? { values[name].flatMap { $0 == .null ? nil : $0 } }

  /// Returns a text, or nil; throws a ``DialectError``.
  func text(_ name: String, limit: Int = 1_000) throws -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value, text.utf8.count <= limit, !text.utf8.contains(0) else {
      throw DialectError.invalid("Invalid \(name): must be a string of at most \(limit) bytes")
    }
    return text
  }

  /// Returns a boolean, or nil; throws a ``DialectError``.
  func bool(_ name: String) throws -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let bool) = value else {
      throw DialectError.invalid("Invalid \(name): must be a boolean")
    }
    return bool
  }

  /// Returns a number, or nil; throws a ``DialectError``, also beyond ±(2⁵³ − 1), where doubles lose integers.
  func number(_ name: String) throws -> Double? {
    guard let value = self[name] else { return nil }
    let number: Double? =
      switch value {
      case .integer(let whole): Double(whole)
      case .number(let text): Double(text)
      default: nil
      }
    guard let number, number.magnitude <= 9_007_199_254_740_991 else {
      throw DialectError.invalid("Invalid \(name): must be a number")
    }
    return number
  }

  /// Returns an instant, or nil if it is missing or empty; throws a ``DialectError``.
  func instant(_ name: String) throws -> Instant? {
    guard let value = self[name], value != .string("") else { return nil }
    guard case .string(let text) = value, let instant = Instant(listening: text) else {
      throw DialectError.invalid("Invalid \(name) timestamp: must be ISO8601 format")
    }
    return instant
  }
}

extension Instant {
  /// Parses RFC 3339 with `T` as apps send it; nil for anything else.
  ///
  /// The offset may lack its colon, or have a space because a plus in a query decodes to one.
  init?(listening text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") else { return nil }
    if bytes.last != UInt8(ascii: "Z") {
      let sign = bytes.lastIndex { "+- ".utf8.contains($0) } ?? 0
      if bytes[sign] == UInt8(ascii: " ") { bytes[sign] = UInt8(ascii: "+") }
      if bytes.count - sign == 5 { bytes.insert(UInt8(ascii: ":"), at: sign + 3) }
    }
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }
}
