import Foundation

/// A JSON value.
enum JSONValue: Decodable, Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Parses one value.
  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// Returns the member of an object; nil if there is none.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The name of its type, as in pages and schemas.
  var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .text: "text"
    case .list: "list"
    case .object: "object"
    }
  }

  /// Returns the type of every nested value with its path: `segments[].start`.
  func types(at path: String = "") -> [(path: String, type: String)] {
    let own = path.isEmpty || path.hasSuffix("[]") ? [] : [(path: path, type: type)]
    switch self {
    case .list(let elements):
      return own + elements.flatMap { $0.types(at: path.isEmpty ? "" : path + "[]") }
    case .object(let members):
      return own
        + members.flatMap { $1.types(at: path.isEmpty ? $0 : "\(path).\($0)") }
    default:
      return own
    }
  }
}
