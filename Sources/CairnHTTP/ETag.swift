/// An entity tag (RFC 9110, 8.8.3).
package struct ETag: Sendable {
  /// The tag in quotes.
  package let text: String

  /// Wraps a tag in quotes.
  package init(text: String) { self.text = text }

  /// Returns whether a list of tags contains this one, by weak comparison (RFC 9110, 13.1.2).
  package func isNamed(in list: String) -> Bool {
    list.split(separator: ",").contains { part in
      let name = part.drop { $0 == " " }.prefix { $0 != " " }
      return name == "*" || name == text || name == "W/" + text
    }
  }
}
