import Cairn
import CairnExchange

/// Rows fit their header, lines ascend, and what was read is written and read again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = try? read(bytes) else { return 0 }
  precondition(first.rows.allSatisfy { $0.fields.count == first.header.count }, "a ragged row")
  let lines = first.rows.map(\.line)
  precondition(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }, "lines out of order")
  // A file that begins with this character begins with a byte order mark.
  guard first.header.first?.unicodeScalars.first != "\u{FEFF}" else { return 0 }
  var writer = CSVWriter()
  writer.row(first.header)
  for row in first.rows { writer.row(row.fields) }
  guard let second = try? read(writer.bytes) else { preconditionFailure("refuses its own file") }
  precondition(second.header == first.header, "the header changed")
  precondition(second.rows.map(\.fields) == first.rows.map(\.fields), "the rows changed")
  precondition(second.issues == 0, "finds fault with its own file")
  return 0
}

private func read(
  _ bytes: [UInt8]
) throws(ImportError) -> (header: [String], rows: [CSVRow], issues: Int) {
  var reader = try CSVReader(bytes)
  var rows: [CSVRow] = []
  while let row = try reader.next() { rows.append(row) }
  return (reader.header.names, rows, reader.issues.count)
}
