public import Cairn

/// The input of an act as an interface received it: a JSON body, a form, a command line.
public protocol ActInput {
  /// Returns the value of a field: nil if it is absent, null if it clears.
  ///
  /// Throws `request.field` or `usage.value` for a malformed value.
  func value(of field: InputField) throws(CairnError) -> FieldValue?
  /// Returns the elements of a list; nil if it is absent, none if it clears.
  func texts(of field: InputField) throws(CairnError) -> [String]?
  /// Returns the error for several fields of which only one may have a value.
  func conflict(of fields: [InputField]) -> CairnError
}

extension ActInput {
  /// Returns `request.field`.
  public func conflict(of fields: [InputField]) -> CairnError {
    let names = fields.map { "“\($0.key)”" }.joined(separator: " and ")
    return CairnError("request.field", "\(names) exclude each other.", hint: "Give only one.")
  }

  /// Throws ``conflict(of:)`` if several of the fields have a value.
  func requireOne(of fields: [InputField]) throws(CairnError) {
    var given: [InputField] = []
    for field in fields {
      if let value = try value(of: field), value != .null { given.append(field) }
    }
    if given.count > 1 { throw conflict(of: given) }
  }

  /// Returns a number; nil if absent, an inner nil if cleared.
  package func number(_ field: InputField) throws(CairnError) -> Int64?? {
    guard let value = try value(of: field) else { return nil }
    guard case .integer(let number) = value else { return .some(nil) }
    return number
  }

  /// Returns a length of audio; nil if absent, an inner nil if cleared.
  package func length(_ field: InputField) throws(CairnError) -> Milliseconds?? {
    try number(field).map { $0.map { Milliseconds($0) } }
  }

  /// Returns a time; nil if absent or cleared.
  package func instant(_ field: InputField) throws(CairnError) -> Instant? {
    try (number(field) ?? nil).map { Instant(milliseconds: $0) }
  }

  /// Returns whether something is so; nil if absent, an inner nil if cleared.
  package func flag(_ field: InputField) throws(CairnError) -> Bool?? {
    guard let value = try value(of: field) else { return nil }
    guard case .bool(let isOn) = value else { return .some(nil) }
    return isOn
  }

  /// Returns a text; nil if absent, empty if cleared.
  package func text(_ field: InputField) throws(CairnError) -> String? {
    guard let value = try value(of: field) else { return nil }
    guard case .text(let text) = value else { return "" }
    return text
  }

  /// Returns a text; nil if absent or cleared.
  package func known(_ field: InputField) throws(CairnError) -> String? {
    guard let text = try text(field), !text.isEmpty else { return nil }
    return text
  }

  /// Returns a value by its name; nil if absent, an inner nil if cleared.
  package func named<Value: Named>(_ field: InputField) throws(CairnError) -> Value?? {
    try text(field).map { Value(name: $0) }
  }

  /// Returns a date; nil if absent or cleared.
  package func date(_ field: InputField) throws(CairnError) -> PartialDay? {
    try known(field).flatMap { PartialDay(text: $0) }
  }

  /// Returns an id; nil if absent or cleared.
  package func id<Entity>(_ field: InputField) throws(CairnError) -> Identifier<Entity>? {
    try known(field).flatMap { RecordID(text: $0) }.map { Identifier($0) }
  }
}

/// Input that a person types into a page: each value is a text, and an empty one clears.
public protocol TypedInput: ActInput {
  /// Returns the text of a field of a form; nil if there is none.
  func typed(_ name: String) -> String?
}

extension TypedInput {
  /// Returns the value of a field, without white space around it; throws `request.field`.
  ///
  /// A time is local and may be the displayed one, so the form reads it.
  public func value(of field: InputField) throws(CairnError) -> FieldValue? {
    if case .instant = field.form { return nil }
    guard let text = typed(field.option).map(trimmed) else { return nil }
    guard !text.isEmpty else { return .null }
    guard let value = field.value(typed: text) else { throw .malformed(text, field) }
    return value
  }

  /// Returns the texts between semicolons, and commas if no text contains one.
  public func texts(of field: InputField) throws(CairnError) -> [String]? {
    guard let text = typed(field.option) else { return nil }
    var hasCommas = false
    if case .list(_, hasCommas: true) = field.form { hasCommas = true }
    let parts = text.split { $0 == ";" || $0 == "," && !hasCommas }.map { trimmed(String($0)) }
    return parts.filter { !$0.isEmpty }
  }
}

extension CairnError {
  /// The error for a required field that a form does not have.
  package static func missing(_ field: InputField) -> CairnError {
    CairnError("request.field", "“\(field.option)” is needed.", hint: "Give \(field.rule).")
  }

  fileprivate static func malformed(_ text: String, _ field: InputField) -> CairnError {
    let isLong = text.utf8.count > 100
    return CairnError(
      "request.field",
      isLong ? "“\(field.option)” takes \(field.rule)." : "“\(text)” is not \(field.rule).",
      hint: field.example.map { "Write \($0)." } ?? "Correct it and send it again."
    )
  }
}
