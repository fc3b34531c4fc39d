import Cairn
import CairnSQL

/// The tables `entry`, `entry_label` and `deleted_entry`.
struct EntryProjection: EntityProjection {
  let tables: [SQLTable] = [.entry, .entryLabel, .deletedEntry]

  func insert(_ entry: Entry, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO entry (id, short, work, edition, first_edition, status, added, is_borrowed, rating, shelves,
        tags, notes, review, source, source_id)
      VALUES (\(entry.id), \(ShortID(entry.recordID).number), \(entry.work), \(entry.edition),
        \(entry.firstEdition), \(entry.status.name), \(entry.added?.text), \(entry.isBorrowed), \(entry.rating),
        \(entry.lines(.shelf)), \(entry.lines(.tag)), \(entry.notes), \(entry.review),
        \(entry.source), \(entry.sourceID))
      """
    )
    for kind in LabelKind.all { try insert(entry, kind, in: context.connection) }
    try SearchWordTable.add(entry.notes, .notes, entry.recordID, in: context.connection)
    try SearchWordTable.add(entry.review, .review, entry.recordID, in: context.connection)
  }

  /// Inserts a row per name; of names that differ only in case and accents, the first.
  private func insert(
    _ entry: Entry,
    _ kind: LabelKind,
    in connection: any SQLConnection
  ) throws {
    var known: Set<String> = []
    for name in entry[kind] where known.insert(indexed(folded(name))).inserted {
      try connection.run(
        """
        INSERT INTO entry_label (kind, folded, entry, name)
        VALUES (\(kind.name), \(indexed(folded(name))), \(entry.id), \(name))
        """
      )
    }
    let field = kind == .shelf ? SearchField.shelf : .tag
    try SearchWordTable.add(entry.lines(kind), field, entry.id.record, in: connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWordTable.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM entry_label WHERE entry = \(record.id)")
    try context.connection.run("DELETE FROM entry WHERE id = \(record.id)")
  }

  /// Keeps the work of a deleted entry, because lists show its sessions with the title.
  func insertDeleted(_ record: Record, in context: ProjectionContext) throws {
    guard record.deletion == Deletion.byPerson,
      let entry = try? Entry(recordID: record.id, fields: record.fields)
    else { return }
    try context.connection.run(
      """
      INSERT INTO deleted_entry (id, short, work, merged_into)
      VALUES (\(entry.id), \(ShortID(record.id).number), \(entry.work), \(entry.mergedInto))
      """
    )
  }

  func removeDeleted(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM deleted_entry WHERE id = \(record.id)")
  }
}

extension Entry {
  fileprivate func lines(_ kind: LabelKind) -> String? {
    self[kind].isEmpty ? nil : self[kind].joined(separator: "\n")
  }
}
