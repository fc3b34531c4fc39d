import Cairn
import CairnTestKit

extension SeededGenerator {
  /// Returns one of a few stamps, so that equal times, nodes and stamps occur.
  mutating func stamp() -> Stamp {
    Stamp(
      time: UInt64(number(0...3)) << 16 | UInt64(number(0...1)),
      node: UInt32(number(1...2)),
      turn: oneIn(3) ? UInt16(number(1...2)) : 0,
      isAutomatic: oneIn(3)
    )
  }

  /// Returns one of a few values of any type.
  mutating func value() -> FieldValue {
    switch number(0...3) {
    case 0: .null
    case 1: .bool(oneIn(2))
    case 2: .integer(pick([.min, -1, 0, 1, .max]))
    default: .text(pick(["", "a", "ä", "z\u{0}", "line\nbreak \"quoted\"", "読書 🧗"]))
    }
  }

  /// Returns up to six fields.
  mutating func fields() -> Fields {
    var fields = Fields()
    for name in ["a", "b", "c", "d", "e", "é"] where oneIn(2) { fields[name] = value() }
    return fields
  }

  /// Returns a copy of one record as a device might have it.
  mutating func record() -> Record {
    var record = Record(
      kind: RecordKind("test"),
      id: RecordID(high: 1, low: 1),
      fields: fields(),
      stamp: stamp()
    )
    for _ in 0..<number(0...3) { record.set(fields(), stamp: stamp()) }
    return record
  }
}
