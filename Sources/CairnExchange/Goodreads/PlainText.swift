import Cairn

/// Returns the plain text of simple HTML: removes tags, turns breaks into line breaks and decodes
/// entities.
///
/// A `<` that starts no tag and a `&` that starts no known entity are unchanged.
func plainText(_ html: String) -> String {
  guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
  else { return trimmed(html) }
  var result = ""
  var remaining = html[...]
  while let mark = remaining.firstIndex(where: { $0 == "<" || $0 == "&" }) {
    result += remaining[..<mark]
    remaining = remaining[mark...]
    let (text, length) = replacement(remaining)
    result += text
    remaining = remaining.dropFirst(length)
  }
  return trimmed(result + remaining)
}

/// Returns the text of a column that is plain text or HTML; a closing tag or a line break tag marks
/// HTML.
func withoutMarkup(_ text: String) -> String {
  let text = trimmed(text)
  guard ["</", "<br", "<p>"].contains(where: text.contains) else { return text }
  return plainText(text)
}

/// Returns the replacement of the tag or entity at the start, and the number of characters consumed.
///
/// Scans only up to the next `<` or `&`, so that a text full of them takes linear time.
private func replacement(_ text: Substring) -> (String, Int) {
  let isTag = text.first == "<"
  let inside = text.dropFirst().prefix { isTag ? !"<>".contains($0) : !"&;<".contains($0) }
  guard text[inside.endIndex...].first == (isTag ? ">" : ";"),
    let replaced = isTag ? tag(inside) : entity(inside)
  else { return (isTag ? "<" : "&", 1) }
  return (replaced, inside.count + 2)
}

/// Returns line breaks or an empty string; nil if the text between `<` and `>` is no tag.
private func tag(_ inside: Substring) -> String? {
  let isClosing = inside.hasPrefix("/")
  let name = inside.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
  guard name.first?.isLetter == true, name.first?.isASCII == true else { return nil }
  switch name {
  case "br": return "\n"
  case "p", "div", "blockquote": return isClosing ? "\n\n" : ""
  case "li": return isClosing ? "\n" : "- "
  default: return ""
  }
}

private func entity(_ inside: Substring) -> String? {
  guard inside.hasPrefix("#") else { return entities[String(inside)] }
  let number = inside.dropFirst()
  let value =
    number.first == "x" || number.first == "X"
    ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
  return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { String($0) }
}

private let entities = [
  "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…",
  "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
]
