import Cairn

extension RowCells {
  /// Creates a row from an object, with the column names of the same app's table format.
  ///
  /// The cells of both formats then share one parser. The object is stored as the original row.
  init(line: Int, _ cells: [(column: String, text: String?)], raw: JSON) {
    let row = CSVRow(
      line: line,
      fields: cells.map { $0.text ?? "" },
      header: CSVHeader(known: cells.map(\.column))
    )
    self.init(row, object: raw)
  }
}

extension JSON {
  /// The text of a string, number or boolean; nil for other values.
  var cell: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .integer(let number): String(number)
    case .bool(let isTrue): isTrue ? "true" : "false"
    default: nil
    }
  }

  /// The elements of an array, or the values of an object in order; empty for other values.
  var values: [JSON] {
    switch self {
    case .array(let elements): elements
    case .object(let members): members.map(\.value)
    default: []
    }
  }

  /// Returns the object without some members.
  func without(_ keys: Set<String>) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !keys.contains($0.key) })
  }
}

/// A counter of the lines in a text that is read sequentially.
struct LineCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the line of a byte offset, from 1; offsets must ascend.
  mutating func line(at place: Int) -> Int {
    line += bytes[offset..<max(offset, place)].count { $0 == 0x0A }
    offset = max(offset, place)
    return line
  }
}
