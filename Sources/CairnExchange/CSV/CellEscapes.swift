/// Spreadsheets take a cell that begins with one of these for a formula.
private func beginsFormula(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A:
    true
  default: false
  }
}

/// A cell that no spreadsheet runs as a formula: an apostrophe comes first where it must.
///
/// Plain numbers such as `-750` stay as they are. `unescaped` gives back the same text for every
/// cell, also for one that begins with apostrophes itself.
func escaped(_ cell: String) -> String {
  guard let first = cell.utf8.first(where: { $0 != UInt8(ascii: "'") }), beginsFormula(first),
    !isNumber(cell)
  else { return cell }
  return "'" + cell
}

/// What a cell of a file means: without the `="…"` around text that looks like a number, and
/// without the apostrophe in front of text that looks like a formula.
func unescaped(_ cell: String) -> String {
  let bytes = cell.utf8
  switch bytes.first {
  case UInt8(ascii: "="):
    guard bytes.count >= 3, bytes.dropFirst().first == UInt8(ascii: "\""),
      bytes.last == UInt8(ascii: "\"")
    else { return cell }
    return String(cell.unicodeScalars.dropFirst(2).dropLast())
  case UInt8(ascii: "'"):
    guard let first = bytes.first(where: { $0 != UInt8(ascii: "'") }), beginsFormula(first)
    else { return cell }
    return String(cell.unicodeScalars.dropFirst())
  default: return cell
  }
}

/// A sign, digits and at most one point.
private func isNumber(_ cell: String) -> Bool {
  let digits = cell.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
  guard cell.utf8.count - digits.count <= 1, let last = digits.last, last != UInt8(ascii: ".")
  else { return false }
  return digits.allSatisfy { ("0"..."9").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: ".") }
    && digits.count { $0 == UInt8(ascii: ".") } <= 1
}
