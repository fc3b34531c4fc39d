import CPostgres
import CairnSQL

/// Whether the server did what it was asked.
func isDone(_ status: Int32) -> Bool {
  status == Int32(cairn_pg_command.rawValue) || status == Int32(cairn_pg_tuples.rawValue)
}

/// A statement as one connection knows it: prepared there, or sent anew each time.
struct Statement {
  /// Empty for one that is not kept by the server.
  private let name: String
  private let text: String
  /// The types of its parameters, as the server understood them.
  let types: [Oid]
  /// The tables it writes; empty for one that only reads.
  let tables: Set<String>

  /// Prepares a text and waits until the server has it; throws what it says of one it does not understand.
  ///
  /// One that is neither kept nor has parameters needs no preparing.
  init(
    _ name: String,
    _ text: String,
    hasParameters: Bool,
    by pipeline: Pipeline
  ) throws(StorageError) {
    (self.name, self.text, tables) = (name, text, Self.written(text))
    guard hasParameters || !name.isEmpty else {
      types = []
      return
    }
    try pipeline.send { cairn_PQsendPrepare($0, name, text, 0, nil) }
    try pipeline.send { cairn_PQsendDescribePrepared($0, name) }
    let described = try pipeline.result()
    defer { cairn_PQclear(described) }
    types = (0..<cairn_PQnparams(described)).map { cairn_PQparamtype(described, $0) }
  }

  /// Sends it on its way; see ``Pipeline/send(writing:foreseen:_:)``.
  func send(
    _ values: WireValues,
    by pipeline: Pipeline,
    foreseen: SQL? = nil
  ) throws(StorageError) {
    try pipeline.send(writing: tables, foreseen: foreseen) { send(values, on: $0) }
  }

  private func send(_ values: WireValues, on handle: OpaquePointer) -> Int32 {
    values.bytes.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      // An empty value has no bytes, and is no null all the same.
      let pointers = values.places.map { place in
        place < 0 ? nil : base.map { $0 + place } ?? Self.empty
      }
      let count = Int32(pointers.count)
      let (lengths, formats) = (values.lengths, values.formats)
      guard !name.isEmpty else {
        return cairn_PQsendQueryParams(handle, text, count, types, pointers, lengths, formats, 1)
      }
      return cairn_PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1)
    }
  }

  nonisolated(unsafe) private static let empty: UnsafePointer<CChar>? = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()

  /// The tables after `INTO`, `UPDATE` and `DELETE FROM`: our own texts name them there and nowhere else.
  private static func written(_ text: String) -> Set<String> {
    let words = text.split { $0 == " " || $0 == "\n" || $0 == "(" || $0 == ")" }
    var tables: Set<String> = []
    for (index, word) in words.enumerated().dropLast() {
      let before = index > 0 ? words[index - 1] : ""
      let isWritten =
        word == "INTO" || (word == "UPDATE" && before != "DO" && before != "FOR")
        || (word == "FROM" && before == "DELETE")
      if isWritten { tables.insert(String(words[index + 1])) }
    }
    return tables
  }
}
