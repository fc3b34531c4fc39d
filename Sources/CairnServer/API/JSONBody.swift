import Cairn
import CairnHTTP

/// The body of a request, read strictly: every member is asked for by name and type, and one that
/// nobody asks for is refused.
struct JSONBody {
  private var members: [String: JSON] = [:]

  /// Reads a body; one of no bytes has no members.
  ///
  /// Throws `request.media_type`, `json.invalid`, and `request.field`.
  init(_ request: HTTPRequest) throws {
    guard !request.body.isEmpty else { return }
    guard request.mediaType == "application/json" else {
      throw CairnError(
        "request.media_type",
        "The body of the request is not declared as JSON.",
        hint: "Send it with Content-Type: application/json."
      )
    }
    guard case .object(let list) = try JSON(parsing: request.body) else {
      throw CairnError.malformed("The body of the request is no JSON object.")
    }
    members = Dictionary(list.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Takes a text of at most `limit` bytes, or nil when it is missing or null.
  mutating func text(_ name: String, limit: Int = 1_000) throws(CairnError) -> String? {
    switch members.removeValue(forKey: name) {
    case nil, .null?: return nil
    case .string(let text)?:
      guard text.utf8.count <= limit, !text.utf8.contains(0) else {
        throw .field(name, "takes a text of at most \(limit) bytes without NUL")
      }
      return text
    default: throw .field(name, "takes a text")
    }
  }

  /// Takes a whole number, or nil when it is missing or null.
  mutating func integer(_ name: String) throws(CairnError) -> Int64? {
    switch members.removeValue(forKey: name) {
    case nil, .null?: return nil
    case .integer(let number)?: return number
    default: throw .field(name, "takes a whole number")
    }
  }

  /// Takes yes or no; no when it is missing or null.
  mutating func bool(_ name: String) throws(CairnError) -> Bool {
    switch members.removeValue(forKey: name) {
    case nil, .null?: return false
    case .bool(let value)?: return value
    default: throw .field(name, "takes true or false")
    }
  }

  /// Takes a list of texts; none when it is missing or null.
  mutating func texts(_ name: String) throws(CairnError) -> [String] {
    switch members.removeValue(forKey: name) {
    case nil, .null?: return []
    case .array(let elements)? where elements.count <= 20:
      return try elements.map { element throws(CairnError) in
        guard case .string(let text) = element, text.utf8.count <= 1_000, !text.utf8.contains(0)
        else { throw .field(name, "takes texts of at most 1000 bytes") }
        return text
      }
    default: throw .field(name, "takes a list of at most 20 texts")
    }
  }

  /// Takes an instant as RFC 3339, or nil when it is missing or null.
  mutating func instant(_ name: String) throws(CairnError) -> Instant? {
    guard let text = try text(name) else { return nil }
    guard let instant = Instant(text: text) else {
      throw .field(name, "takes a time such as 2026-01-05T18:00:00Z")
    }
    return instant
  }

  /// Refuses members that nobody took.
  func finish() throws(CairnError) {
    if let stray = members.keys.min() { throw .field(stray, "is not known here") }
  }
}
