import Cairn
import CairnHTTP

/// The values of a query or of a body, checked against what may be there.
struct Input: Sendable {
  private var values: [String: JSON] = [:]
  private var names: Set<String> = []

  /// Nothing.
  init() {}

  /// Reads a query; throws `request.field`.
  init(_ query: FormValues, _ members: [SchemaField]) throws(CairnError) {
    if let stray = query.names.subtracting(members.map(\.name)).min() { throw Self.stray(stray) }
    for member in members {
      values[member.name] = query[member.name].map { member.shape.value(of: $0) }
    }
    try check(members)
  }

  /// Reads a body of JSON; one of no bytes has no members.
  ///
  /// Throws `request.media_type`, `request.malformed`, `json.invalid`, and `request.field`.
  init(_ request: HTTPRequest, _ members: [SchemaField]) throws {
    if !request.body.isEmpty { values = try Self.object(request) }
    if let stray = Set(values.keys).subtracting(members.map(\.name)).min() {
      throw Self.stray(stray)
    }
    try check(members)
  }

  private static func object(_ request: HTTPRequest) throws -> [String: JSON] {
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
    return Dictionary(list.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// What may be left out may be null as well.
  private mutating func check(_ members: [SchemaField]) throws(CairnError) {
    names = Set(members.map(\.name))
    for member in members {
      guard let value = values[member.name], member.isNeeded || value != .null else {
        if member.isNeeded { throw .field(member.name, "is needed") }
        continue
      }
      if let flaw = member.shape.flaw(in: value) { throw .field(member.name, flaw) }
    }
  }

  /// Refuses members that belong to another kind of session; throws `request.field`.
  func refuse(_ members: [SchemaField], of kind: String) throws(CairnError) {
    guard let stray = members.first(where: { self[$0.name] != nil }) else { return }
    throw .field(stray.name, "belongs to \(kind)")
  }

  private static func stray(_ name: String) -> CairnError { .field(name, "is not known here") }
}

extension Input {
  /// The value of a name, or nil when it was left out or null.
  private subscript(name: String) -> JSON? {
    assert(names.contains(name), "\(name) is not declared")
    return values[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// Whether a name was said, be it with null, which clears.
  func says(_ name: String) -> Bool { values[name] != nil }

  /// A text, or nil.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = self[name] else { return nil }
    return text
  }

  /// A whole number, or nil.
  func integer(_ name: String) -> Int64? {
    guard case .integer(let number)? = self[name] else { return nil }
    return number
  }

  /// Yes or no; no when it was not said.
  func bool(_ name: String) -> Bool { self[name] == .bool(true) }

  /// Yes or no, or nil when it was not said.
  func choice(_ name: String) -> Bool? { self[name].map { $0 == .bool(true) } }

  /// A list of texts, or nil.
  func texts(_ name: String) -> [String]? {
    guard case .array(let elements)? = self[name] else { return nil }
    return elements.compactMap { element in
      guard case .string(let text) = element else { return nil }
      return text
    }
  }

  /// An instant, or nil.
  func instant(_ name: String) -> Instant? { text(name).flatMap { Instant(text: $0) } }

  /// A civil date, or nil.
  func day(_ name: String) -> LocalDay? { text(name).flatMap { LocalDay(text: $0) } }

  /// A civil date as far as it is known, or nil.
  func date(_ name: String) -> PartialDay? { text(name).flatMap { PartialDay(text: $0) } }

  /// An id, or nil.
  func id(_ name: String) -> RecordID? { text(name).flatMap { RecordID(text: $0) } }

  /// A text that is kept when it was not said, and cleared by null or nothing.
  func edited(_ name: String) -> String? { says(name) ? text(name) ?? "" : nil }

  /// A number that is kept when it was not said, and cleared by null.
  func editedNumber(_ name: String) -> Int64?? { says(name) ? .some(integer(name)) : nil }

  /// An instant that is kept when it was not said, and cleared by null.
  func editedInstant(_ name: String) -> Instant?? { says(name) ? .some(instant(name)) : nil }
}

extension JSONSchema {
  /// A word of a query as the value it stands for; what it cannot stand for stays a text.
  fileprivate func value(of word: String) -> JSON {
    switch self {
    case .integer: Int64(word).map { .integer($0) } ?? .string(word)
    case .bool: ["true": .bool(true), "false": .bool(false)][word] ?? .string(word)
    default: .string(word)
    }
  }
}
