import Cairn

/// An entity tag derived from the bytes of a response body.
struct ETag {
  let text: String

  init(_ bytes: [UInt8]) {
    text = "\"\(SHA256.hex(bytes).prefix(32))\""
  }

  /// Wraps an existing tag.
  init(text: String) { self.text = text }

  /// Whether a list of tags contains this one, by weak comparison (RFC 9110, 13.1.2).
  func isNamed(in list: String) -> Bool {
    list.split(separator: ",").contains { part in
      let name = part.drop { $0 == " " }.prefix { $0 != " " }
      return name == "*" || name == text || name == "W/" + text
    }
  }
}
