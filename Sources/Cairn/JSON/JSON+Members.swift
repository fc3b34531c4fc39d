extension JSON {
  /// A text, or null.
  package static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// A whole number, or null.
  package static func number(_ value: Int64?) -> JSON { value.map { .integer($0) } ?? .null }

  /// An object from names and values in the order given.
  package static func members(_ members: (String, JSON)...) -> JSON {
    .object(members.map { Member($0.0, $0.1) })
  }
}
