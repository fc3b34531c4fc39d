package import Cairn
public import CairnReports
public import CairnStore

extension Log {
  /// Returns the open conflicts, the latest first.
  public func openConflicts() async throws -> [ConflictView] {
    try await read { connection in
      try ConflictQuery.choices(in: connection).map { try ConflictView($0, in: connection) }
    }
  }

  /// Returns the open conflicts of one session, book, climb, story or author, the latest first.
  package func openConflicts(of home: RecordID) async throws -> [ConflictView] {
    try await read { connection in
      try ConflictQuery.choices(in: connection).compactMap { group in
        let found = try OwningEntity(of: group[0].kind, group[0].about, in: connection)
        return found?.id == home ? try ConflictView(group, in: connection) : nil
      }
    }
  }

  /// Returns the number of open conflicts.
  package func openConflictCount() async throws -> Int {
    try await read { try ConflictQuery.choices(in: $0).count }
  }
}

extension ConflictView {
  /// Reads what is shown about conflicts that are resolved together.
  init(_ together: [Conflict], in connection: LogConnection) throws {
    let (kind, id) = (together[0].kind, together[0].about)
    let record = try RecordTable.find(kind, id, in: connection)
    let isSession = kind == SessionRecord.kind
    self.init(
      together,
      of: record,
      named: try record.flatMap { try RecordName.of($0, in: connection) },
      session: isSession ? try SessionQuery.find(SessionID(id), in: connection) : nil,
      home: record?.deletion == nil ? try OwningEntity(of: kind, id, in: connection) : nil
    )
    names = try RecordName.named(by: [standing, conflict.value], in: connection)
  }
}
