import Cairn

/// Reads a history that the model printed.
enum HistoryReader {
  static func log(_ line: String) throws -> SimulatedLog {
    var log = SimulatedLog()
    var reader = JSONReader([UInt8](line.utf8))
    try reader.array { (reader) throws(JSONError) in log.apply(try entry(&reader)) }
    return log
  }

  private static func entry(_ reader: inout JSONReader) throws(JSONError) -> Mutation {
    var (parts, knowledge) = (RecordParts(), Knowledge())
    let start = reader.offset
    try reader.object { (key, reader) throws(JSONError) in
      if key == "knows" {
        try reader.array { (reader) throws(JSONError) in knowledge.add(try reader.stamp()) }
      } else if try !parts.read(key, &reader) {
        try reader.skipValue()
      }
    }
    guard let mutation = parts.mutation() else { throw JSONError(offset: start, reason: .kind) }
    return Mutation(
      id: mutation.id,
      stamp: mutation.stamp,
      at: mutation.at,
      title: mutation.title,
      undoes: mutation.undoes,
      turn: mutation.turn,
      knowledge: knowledge,
      changes: mutation.changes
    )
  }
}
