package import Cairn
import CairnSQL

/// The entity with its own page that a record belongs to: a session, shelf entry, climb, story or author.
package struct OwningEntity: Sendable, Equatable {
  /// The kind of the entity.
  package let kind: RecordKind
  /// The id of the entity.
  package let id: RecordID

  private init(kind: RecordKind, id: RecordID) {
    (self.kind, self.id) = (kind, id)
  }

  private static let own = [
    SessionRecord.kind, Entry.recordKind, Climb.recordKind, Story.recordKind, Author.recordKind,
  ]

  /// Finds the entity of a record; nil if it belongs to none.
  init?(_ kind: RecordKind, _ id: RecordID, in connection: any SQLConnection) throws {
    if Self.own.contains(kind) {
      self.init(kind: kind, id: id)
    } else if kind == Work.recordKind {
      let query: SQL = "SELECT id FROM entry WHERE work = \(id) ORDER BY id LIMIT 1"
      guard let entry: RecordID = try connection.value(query) else { return nil }
      self.init(kind: Entry.recordKind, id: entry)
    } else {
      guard let owner = try RecordName.owner(of: kind, id, in: connection) else { return nil }
      try self.init(owner.kind, owner.id, in: connection)
    }
  }
}
