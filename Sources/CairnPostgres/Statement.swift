import CPostgres
import CairnSQL

/// Returns whether the server completed the statement.
func isSuccess(_ status: Int32) -> Bool {
  status == Int32(cairn_pg_command.rawValue) || status == Int32(cairn_pg_tuples.rawValue)
}

/// A statement of one connection: prepared there, or sent as text each time.
struct Statement {
  /// The name of the prepared statement; empty if it is not prepared.
  private let name: String
  private let text: String
  /// The parameter types that the server inferred.
  let types: [Oid]
  /// The tables it writes; empty for a query.
  let tables: Set<String>

  /// Prepares the statement and waits for its parameter types; throws the server's error.
  ///
  /// Does nothing for an unprepared statement without parameters.
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

  /// Sends the statement; see ``Pipeline/send(writing:prefetched:_:)``.
  func send(
    _ values: WireValues,
    by pipeline: Pipeline,
    prefetched: SQL? = nil
  ) throws(StorageError) {
    try pipeline.send(writing: tables, prefetched: prefetched) { send(values, on: $0) }
  }

  private func send(_ values: WireValues, on handle: OpaquePointer) -> Int32 {
    values.bytes.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      // An empty value has no bytes, but must not become null.
      let pointers = values.offsets.map { offset in
        offset < 0 ? nil : base.map { $0 + offset } ?? Self.empty
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

  /// The tables after `INTO`, `UPDATE` and `DELETE FROM`.
  ///
  /// This suffices for our own statements.
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
