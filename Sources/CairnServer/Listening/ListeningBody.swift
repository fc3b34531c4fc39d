import Cairn
import CairnHTTP

/// The members of a body as listening apps send it: what is not known is passed over, null is the
/// same as nothing, and each value must be of its type.
struct ListeningBody: Sendable {
  private let values: [String: JSON]

  /// Reads a body; throws a ``DialectError`` for one that is no JSON object.
  init(_ request: HTTPRequest) throws {
    guard let json = try? JSON(parsing: request.body) else {
      throw DialectError.invalid("The body must be valid JSON")
    }
    try self.init(json)
  }

  /// Takes an object; throws a ``DialectError`` for any other value.
  init(_ json: JSON) throws {
    guard case .object(let members) = json else {
      throw DialectError.invalid("The body must be a JSON object")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Whether a name was said, be it with null.
  func says(_ name: String) -> Bool { values[name] != nil }

  /// The value of a name; nil when it was left out or null.
  subscript(name: String) -> JSON? { values[name].flatMap { $0 == .null ? nil : $0 } }

  /// A text, or nil; throws a ``DialectError``.
  func text(_ name: String, most: Int = 1_000) throws -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value, text.utf8.count <= most, !text.utf8.contains(0) else {
      throw DialectError.invalid("Invalid \(name): must be a string of at most \(most) bytes")
    }
    return text
  }

  /// Yes or no, or nil; throws a ``DialectError``.
  func bool(_ name: String) throws -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let bool) = value else {
      throw DialectError.invalid("Invalid \(name): must be a boolean")
    }
    return bool
  }

  /// A number, or nil; throws a ``DialectError``, also beyond what a double holds to the unit.
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

  /// A moment, or nil when it was left out or empty; throws a ``DialectError``.
  func instant(_ name: String) throws -> Instant? {
    guard let value = self[name], value != .string("") else { return nil }
    guard case .string(let text) = value, let instant = Instant(listening: text) else {
      throw DialectError.invalid("Invalid \(name) timestamp: must be ISO8601 format")
    }
    return instant
  }
}

extension Instant {
  /// Reads what apps send, RFC 3339 with `T`; nil for anything else.
  ///
  /// Offsets may lack their colon, and have a blank where their plus was lost on its way through a
  /// query.
  init?(listening text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") else { return nil }
    if bytes.last != UInt8(ascii: "Z") {
      let place = bytes.lastIndex { "+- ".utf8.contains($0) } ?? 0
      if bytes[place] == UInt8(ascii: " ") { bytes[place] = UInt8(ascii: "+") }
      if bytes.count - place == 5 { bytes.insert(UInt8(ascii: ":"), at: place + 3) }
    }
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }

  /// What apps are told: whole seconds, which every decoder of theirs takes (spec/listening.md 1.2).
  var wholeSeconds: String {
    Instant(milliseconds: milliseconds - floorRemainder(milliseconds, 1_000)).text
  }
}
