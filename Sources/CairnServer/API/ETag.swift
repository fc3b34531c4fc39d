import Cairn

/// The name of what an answer holds: the same exactly when the bytes are.
struct ETag {
  let text: String

  init(_ bytes: [UInt8]) {
    text = "\"\(SHA256.hex(bytes).prefix(32))\""
  }

  /// The name of an answer that has it already.
  init(text: String) { self.text = text }

  /// Whether a list of tags has this one, weak or not (RFC 9110, 13.1.2).
  func isNamed(in list: String) -> Bool {
    list.split(separator: ",").contains { part in
      let name = part.drop { $0 == " " }.prefix { $0 != " " }
      return name == "*" || name == text || name == "W/" + text
    }
  }
}
