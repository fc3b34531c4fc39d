import Cairn
import CairnReports
import CairnStore

extension OwningEntity {
  private static let own = [
    SessionRecord.kind, Entry.recordKind, Climb.recordKind, Story.recordKind, Author.recordKind,
  ]

  /// Finds the entity of a record; nil if it belongs to none.
  init?(of kind: RecordKind, _ id: RecordID, in connection: LogConnection) throws {
    if Self.own.contains(kind) {
      self.init(kind, id)
    } else if kind == Work.recordKind {
      guard let entry = try EntryQuery.id(of: Identifier(id), in: connection) else { return nil }
      self.init(Entry.recordKind, entry.record)
    } else {
      guard let owner = try RecordName.owner(of: kind, id, in: connection) else { return nil }
      try self.init(of: owner.kind, owner.id, in: connection)
    }
  }
}
