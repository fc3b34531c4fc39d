package import Cairn

extension JSON {
  /// The string value, or nil.
  package var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The integer value as an `Int`, or nil.
  package var intValue: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(number)
  }

  /// Returns an array of strings.
  package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}

extension JSON? {
  /// The elements of an array; empty for any other value.
  package var elements: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The strings in an array.
  package var stringValues: [String] { elements.compactMap(\.stringValue) }

  /// The members of an object; empty for any other value.
  package var members: [JSON.Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
