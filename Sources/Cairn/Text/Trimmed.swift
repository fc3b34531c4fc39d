/// The text without the white space around it.
func trimmed(_ text: String) -> String {
  let start = text.drop { $0.isWhitespace }
  guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(start[...last])
}
