/// Writes a CSV file as RFC 4180 has it: UTF-8, commas, CRLF, quotes only where they are needed.
///
/// Cells that a spreadsheet would run as a formula get an apostrophe in front; `CSVReader` takes it
/// off again.
public struct CSVWriter: Sendable {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty file.
  public init() {}

  /// Appends one row.
  public mutating func row(_ cells: [String]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(escaped(cell), isAlone: cells.count == 1)
    }
    bytes += [0x0D, 0x0A]
  }

  /// White space at the edges is quoted for readers that trim, and an empty cell that is alone
  /// because its line would be blank.
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
