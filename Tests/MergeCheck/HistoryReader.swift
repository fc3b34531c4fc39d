import Cairn

/// Reads a history that the model printed.
enum HistoryReader {
  static func log(_ line: String) throws -> SimulatedLog {
    var log = SimulatedLog()
    var reader = JSONReader([UInt8](line.utf8))
    try reader.array { (reader) throws(JSONError) in log.apply(try entry(&reader)) }
    return log
  }

  private static func entry(_ reader: inout JSONReader) throws(JSONError) -> HistoryEntry {
    var (parts, knowledge) = (RecordParts(), Knowledge())
    var values: Stamp?
    let start = reader.offset
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "values": values = stamp(try reader.string())
      case "knows":
        try reader.array { (reader) throws(JSONError) in knowledge.add(try reader.stamp()) }
      default: if try !parts.read(key, &reader) { try reader.skipValue() }
      }
    }
    guard let mutation = parts.mutation() else { throw JSONError(offset: start, reason: .kind) }
    return HistoryEntry(mutation, valueStamp: values, knowledge: knowledge)
  }

  /// Reads a stamp with a turn, which ``Cairn/Stamp/init(text:)`` refuses because no log has one yet.
  private static func stamp(_ text: String) -> Stamp? {
    let parts = text.split(separator: "u")
    let turn = parts.count == 2 ? UInt16(parts[1], radix: 16) : 0
    return turn.flatMap { Stamp(text: String(parts[0]))?.turned($0) }
  }
}
