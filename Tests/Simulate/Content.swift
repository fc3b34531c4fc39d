import Cairn
import CairnSQL
import CairnStore
import CairnTestKit

/// The complete content of a log: its records and its history.
struct Content {
  private(set) var records: [Record] = []
  private(set) var mutations: [Mutation] = []

  init(of log: Log) async throws {
    let gathered = Gathered()
    try await log.export(
      records: { gathered.content.records.append($0) },
      mutations: { gathered.content.mutations.append($0) }
    )
    self = gathered.content
  }

  private init() {}

  private final class Gathered: @unchecked Sendable {
    // No lock: one export fills it, and its caller reads it afterwards.
    var content = Content()
  }

  /// Every line of its export.
  var lines: [String] {
    records.map { Self.line($0.writeMembers) } + mutations.map { Self.line($0.writeMembers) }
  }

  /// The lines as the checksum counts them.
  ///
  /// Deleted records count only with their deletion (spec/sync.md 3.4), and mutations without their stamp.
  var countedLines: Set<String> {
    let lines = mutations.map { Self.line($0.writeMembers).replacing($0.stamp.text, with: "") }
    return Set(records.map { Self.line($0.counted.writeMembers) } + lines)
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return writer.text
  }
}

extension Record {
  fileprivate var counted: Record {
    guard self.fields.deletion != nil, let stamp = deletionStamp else { return self }
    var fields = Fields()
    for name in self.fields.deletionFields { fields[name] = self.fields[name] }
    return Record(kind: kind, id: id, fields: fields, stamp: stamp)
  }
}

extension Log {
  /// Returns a checksum over all exported rows: logs with the same one have the same export.
  func rowDigest() async throws -> RowDigest {
    try await read { connection in
      var digest = RowDigest()
      for rows in Self.exported { try connection.each(rows) { try digest.add($0) } }
      return digest
    }
  }

  private static let exported: [SQL] = [
    "SELECT kind, id, fields, stamp, stamps FROM record ORDER BY kind, id",
    """
    SELECT id, stamp, at, title, entry, part, undoes, turn, changes FROM mutation ORDER BY stamp, id
    """,
  ]
}
