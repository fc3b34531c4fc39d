/// Whether spreadsheets evaluate a cell that starts with this byte as a formula.
private func beginsFormula(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A:
    true
  default: false
  }
}

/// Returns the cell with an apostrophe in front if a spreadsheet would evaluate it as a formula.
///
/// Plain numbers such as `-750` are unchanged. `unescaped` restores every cell, including one that
/// starts with apostrophes.
func escaped(_ cell: String) -> String {
  guard let first = cell.utf8.first(where: { $0 != UInt8(ascii: "'") }), beginsFormula(first),
    !isNumber(cell)
  else { return cell }
  return "'" + cell
}

/// Returns a cell without the `="…"` around text that looks like a number, and without the
/// apostrophe before text that looks like a formula.
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

/// Whether the cell is an optional sign, digits and at most one point.
private func isNumber(_ cell: String) -> Bool {
  let digits = cell.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
  guard cell.utf8.count - digits.count <= 1, let last = digits.last, last != UInt8(ascii: ".")
  else { return false }
  return digits.allSatisfy { ("0"..."9").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: ".") }
    && digits.count { $0 == UInt8(ascii: ".") } <= 1
}
