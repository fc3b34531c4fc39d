/// A CSV writer (RFC 4180): UTF-8, commas, CRLF, and quotes only where needed.
///
/// Cells that a spreadsheet would evaluate as a formula start with an apostrophe, which `CSVReader`
/// removes.
public struct CSVWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty file.
  public init() {}

  /// Appends one row.
  public mutating func row(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(escaped(cell), isAlone: cells.count == 1)
    }
    bytes += [0x0D, 0x0A]
  }

  /// Quotes cells with outer spaces, because some readers trim them, and a single empty cell, because
  /// its line would be blank.
  private mutating func append(_ cell: String, isAlone: Bool) {
    let needsQuotes =
      cell.utf8.contains { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }
      || cell.utf8.first == 0x20 || cell.utf8.last == 0x20 || (isAlone && cell.isEmpty)
    guard needsQuotes else { return bytes.append(contentsOf: cell.utf8) }
    bytes.append(0x22)
    for byte in cell.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}
