import Cairn
import CairnSQL
import CairnStore
import CairnTestKit

/// Everything a log holds: the truth, and how it came about.
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
    // One export fills it, and its caller reads it afterwards: no lock.
    var content = Content()
  }

  /// Every line of its export.
  var lines: [String] {
    records.map { Self.line($0.writeMembers) } + mutations.map { Self.line($0.writeMembers) }
  }

  /// The same as the sum counts it: of what is deleted its deletion alone (spec/sync.md 3.4), and a line of
  /// history as the same whatever its stamp.
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
    guard deletion != nil, let stamp = stamp(of: RecordField.deleted) else { return self }
    var fields = Fields()
    fields[RecordField.deleted] = self.fields[RecordField.deleted]
    return Record(kind: kind, id: id, fields: fields, stamp: stamp)
  }
}

extension Log {
  /// The sum of all rows that an export is made of: two logs with the same one export the same.
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
    SELECT id, stamp, at, title, line, part, undoes, changes FROM mutation ORDER BY stamp, id
    """,
  ]
}
