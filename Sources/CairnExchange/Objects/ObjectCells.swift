import Cairn

extension RowCells {
  /// The cells of an object, under the names of the columns that the same program's table has.
  ///
  /// So what a cell means is written once. The object itself is the row that is kept.
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
  /// The text of a text, a number or a truth value; nil for anything else.
  var cell: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .integer(let number): String(number)
    case .bool(let isTrue): isTrue ? "true" : "false"
    default: nil
    }
  }

  /// The values of a list, or of an object in their order; none for anything else.
  var values: [JSON] {
    switch self {
    case .array(let elements): elements
    case .object(let members): members.map(\.value)
    default: []
    }
  }

  /// The same object without some members.
  func without(_ keys: Set<String>) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !keys.contains($0.key) })
  }
}

/// Counts lines while a text is read from its beginning to its end.
struct LineCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The line on which a byte stands, from 1; offsets must ascend.
  mutating func line(at place: Int) -> Int {
    line += bytes[offset..<max(offset, place)].count { $0 == 0x0A }
    offset = max(offset, place)
    return line
  }
}
