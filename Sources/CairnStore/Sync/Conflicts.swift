public import Cairn
import CairnSQL

/// A value that lost, beside the one that stands.
public struct LostValue: Sendable, Equatable {
  /// What is kept.
  public let conflict: Conflict
  /// What a person calls the thing it is about.
  public let about: String
  /// The value that stands.
  public let standing: FieldValue

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(conflict.recordID) }
}

enum ConflictQuery {
  static func all(in connection: any SQLConnection) throws -> [Conflict] {
    var all: [Conflict] = []
    try RecordTable.each(Conflict.self, in: connection) { all.append($0) }
    return all
  }
}

extension Log {
  /// The values that lost and were neither taken nor let go, the latest first.
  public func lostValues() async throws -> [LostValue] {
    try await read { connection in
      try ConflictQuery.all(in: connection).sorted { $0.stamp > $1.stamp }.map { conflict in
        let record = try RecordTable.find(conflict.kind, conflict.about, in: connection)
        let name = record.map { $0.name } ?? conflict.kind.name
        let standing = record?.fields[conflict.field] ?? .null
        return LostValue(conflict: conflict, about: name, standing: standing)
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

extension Record {
  /// What a person may call it: a title or a name it has, else what kind of thing it is.
  fileprivate var name: String {
    for field in ["title", "name"] {
      if case .text(let name) = fields[field] { return name }
    }
    return kind.name
  }
}
