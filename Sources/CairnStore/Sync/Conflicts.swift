public import Cairn
import CairnSQL

/// A value that lost, beside the one that stands.
public struct LostValue: Sendable, Equatable {
  /// What is kept.
  public let conflict: Conflict
  /// What a person calls the thing it is about.
  public let about: String
  /// The session it is about, if it is about one.
  public let session: SessionRow?
  /// The value that stands.
  public let standing: FieldValue

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(conflict.recordID) }
}

enum ConflictQuery {
  /// The conflicts about things that are there; of one that was deleted nothing is left to choose.
  static func all(in connection: any SQLConnection) throws -> [Conflict] {
    var all: [Conflict] = []
    try RecordTable.each(Conflict.self, in: connection) { all.append($0) }
    return try all.filter {
      try RecordTable.find($0.kind, $0.about, in: connection)?.deletion == nil
    }
  }

  static func lost(_ conflict: Conflict, in connection: any SQLConnection) throws -> LostValue {
    let record = try RecordTable.find(conflict.kind, conflict.about, in: connection)
    let isSession = conflict.kind == SessionRecord.kind
    return LostValue(
      conflict: conflict,
      about: try record.flatMap { try name($0, in: connection) } ?? conflict.kind.name,
      session: isSession ? try SessionQuery.find(SessionID(conflict.about), in: connection) : nil,
      standing: record?.fields[conflict.field] ?? .null
    )
  }

  /// What a person may call a thing: a title or a name it has, or that of what it belongs to.
  private static func name(_ record: Record, in connection: any SQLConnection) throws -> String? {
    for field in ["title", "name"] {
      if case .text(let name) = record.fields[field] { return name }
    }
    for (field, kind) in owners {
      guard let owner = try record.fields.id(field) as Identifier<Record>?,
        let found = try RecordTable.find(kind, owner.record, in: connection)
      else { continue }
      return try name(found, in: connection)
    }
    return nil
  }

  private static let owners = [
    ("work", Work.recordKind), ("entry", Entry.recordKind), ("story", Story.recordKind),
    ("climb", Climb.recordKind),
  ]
}

extension Log {
  /// The values that lost and were neither taken nor let go, the latest first.
  public func lostValues() async throws -> [LostValue] {
    try await read { connection in
      try ConflictQuery.all(in: connection).sorted { $0.stamp > $1.stamp }.map {
        try ConflictQuery.lost($0, in: connection)
      }
    }
  }
}

extension LogWriter {
  /// Takes the value that lost instead of the one that stands; undone like everything else.
  ///
  /// Throws `sync.no_conflict`, and `record.malformed` where the thing would not be readable with it.
  public func takeLost(_ id: RecordID) throws {
    guard let conflict = try find(Conflict.self, id) else { throw Self.noConflict(id) }
    var fields = Fields()
    fields[conflict.field] = conflict.value
    try set(fields, conflict.kind, conflict.about)
    try delete(Conflict.recordKind, id)
  }

  /// Lets a value that lost go; throws `sync.no_conflict`.
  public func letGo(_ id: RecordID) throws {
    guard try find(Conflict.self, id) != nil else { throw Self.noConflict(id) }
    try delete(Conflict.recordKind, id)
  }

  private static func noConflict(_ id: RecordID) -> CairnError {
    CairnError(
      "sync.no_conflict",
      "There is no value “\(ShortID(id).text)” that lost against another.",
      hint: "List them with `cairn sync conflicts`."
    )
  }
}
