extension JSON {
  /// Returns a string, or null.
  package static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// Returns an integer, or null.
  package static func number(_ value: Int64?) -> JSON { value.map { .integer($0) } ?? .null }

  /// Returns an object from keys and values in the given order.
  package static func members(_ members: (String, JSON)...) -> JSON {
    .object(members.map { Member($0.0, $0.1) })
  }
}
