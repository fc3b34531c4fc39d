/// Returns the text without surrounding white space.
package func trimmed(_ text: String) -> String {
  let start = text.drop { $0.isWhitespace }
  guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(start[...last])
}
