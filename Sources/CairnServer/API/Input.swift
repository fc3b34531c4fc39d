import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnJSON

/// The validated values of a query or a JSON body.
struct Input: Sendable {
  private var values: [String: JSON] = [:]
  private var names: Set<String> = []

  /// Creates an empty input.
  init() {}

  /// Reads a query; throws `request.field`.
  init(_ query: FormValues, _ members: [SchemaField]) throws(CairnError) {
    if let unknown = query.names.subtracting(members.map(\.name)).min() {
      throw Self.unknown(unknown)
    }
    for member in members {
      values[member.name] = query[member.name].map { member.schema.value(of: $0) }
    }
    try check(members)
  }

  /// Reads a JSON body; an empty body has no fields.
  ///
  /// Throws `request.media_type`, `request.malformed`, `json.invalid` and `request.field`.
  init(_ request: HTTPRequest, _ members: [SchemaField]) throws {
    if !request.body.isEmpty { values = try Self.object(request) }
    if let unknown = Set(values.keys).subtracting(members.map(\.name)).min() {
      throw Self.unknown(unknown)
    }
    try check(members)
  }

  private static func object(_ request: HTTPRequest) throws -> [String: JSON] {
    guard request.mediaType == "application/json" else {
      throw CairnError(
        "request.media_type",
        "The request body is not declared as JSON.",
        hint: "Send it with Content-Type: application/json."
      )
    }
    guard case .object(let list) = try JSON(parsing: request.body) else {
      throw CairnError.malformed("The request body is not a JSON object.")
    }
    return Dictionary(list.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Validates all fields; an optional field may also be null.
  private mutating func check(_ members: [SchemaField]) throws(CairnError) {
    names = Set(members.map(\.name))
    for member in members {
      guard let value = values[member.name], member.isRequired || value != .null else {
        if member.isRequired { throw .field(member.name, "is needed") }
        continue
      }
      if let violation = member.schema.violation(in: value) { throw .field(member.name, violation) }
    }
  }

  private static func unknown(_ name: String) -> CairnError { .field(name, "is unknown") }
}

extension Input: ActInput {
  /// Returns the value of a field, which the schema has checked; nil if the request has no such field.
  func value(of field: InputField) -> FieldValue? { values[field.key].map(field.value) }

  /// Returns the texts of a list; nil if the request has no such field.
  func texts(of field: InputField) -> [String]? {
    has(field.key) ? texts(field.key) ?? [] : nil
  }

  /// Returns whether a field is present with a value.
  func isGiven(_ name: String) -> Bool { values[name].map { $0 != .null } ?? false }
}

extension Input {
  /// Returns the value of a field; nil if absent or null.
  private subscript(name: String) -> JSON? {
    assert(names.contains(name), "\(name) is not declared")
    return values[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// Whether a field is present, possibly as null, which clears its value.
  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? {
    guard case .string(let text)? = self[name] else { return nil }
    return text
  }

  func integer(_ name: String) -> Int64? {
    guard case .integer(let number)? = self[name] else { return nil }
    return number
  }

  /// Returns a boolean; false if absent.
  func bool(_ name: String) -> Bool { self[name] == .bool(true) }

  /// Returns a boolean; nil if absent.
  func choice(_ name: String) -> Bool? { self[name].map { $0 == .bool(true) } }

  func texts(_ name: String) -> [String]? {
    guard case .array(let elements)? = self[name] else { return nil }
    return elements.compactMap { element in
      guard case .string(let text) = element else { return nil }
      return text
    }
  }

  /// Returns an instant in RFC 3339.
  func instant(_ name: String) -> Instant? { text(name).flatMap { Instant(text: $0) } }

  /// Returns a full date.
  func day(_ name: String) -> LocalDay? { text(name).flatMap { LocalDay(text: $0) } }

  /// Returns a date of which only the year, or year and month, may be known.
  func date(_ name: String) -> PartialDay? { text(name).flatMap { PartialDay(text: $0) } }

  func id(_ name: String) -> RecordID? { text(name).flatMap { RecordID(text: $0) } }

  /// Returns a new instant for an edit: nil keeps the value, `.some(nil)` clears it.
  func editedInstant(_ name: String) -> Instant?? { has(name) ? .some(instant(name)) : nil }
}

extension JSONSchema {
  /// Converts a query parameter to JSON; a value of the wrong type remains a string.
  fileprivate func value(of word: String) -> JSON {
    switch self {
    case .integer: Int64(word).map { .integer($0) } ?? .string(word)
    case .bool: ["true": .bool(true), "false": .bool(false)][word] ?? .string(word)
    default: .string(word)
    }
  }
}
