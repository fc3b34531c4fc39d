public import Cairn
import CairnSQL

/// A marked place as lists show it.
public struct PassageRow: Sendable, Equatable {
  /// The passage.
  public let passage: Passage
  /// The title of its book.
  public let title: String

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(passage.id.record) }
}

extension Log {
  /// The passages of a book in their order in it, or those of all books, the latest first.
  ///
  /// Those of deleted books are not among them.
  public func passages(of entry: Identifier<Entry>? = nil) async throws -> [PassageRow] {
    try await read { connection in
      guard let entry else { return try PassageQuery.all(in: connection) }
      return try PassageQuery.all(of: entry, in: connection)
    }
  }
}

extension LogWriter {
  /// Deletes a passage; nothing when it is not there.
  public func deletePassage(_ id: Identifier<Passage>, of book: String) throws {
    title = "Delete a passage of “\(book)”"
    try delete(Passage.recordKind, id.record)
  }

  func movePassages(from other: Identifier<Entry>, to id: Identifier<Entry>) throws {
    for row in try PassageQuery.all(of: other, in: connection) {
      var passage = row.passage
      passage.entry = id
      try save(passage)
    }
  }
}

enum PassageQuery {
  static func all(
    of entry: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [PassageRow] {
    try rows(
      """
      \(fragment: columns) WHERE passage.entry = \(entry)
      ORDER BY CASE WHEN passage.location IS NULL THEN 1 ELSE 0 END, passage.location,
        passage.page, passage.made, passage.id
      """,
      connection
    )
  }

  static func all(in connection: any SQLConnection) throws -> [PassageRow] {
    try rows(
      """
      \(fragment: columns)
      ORDER BY CASE WHEN passage.made IS NULL THEN 1 ELSE 0 END, passage.made DESC, passage.id
      """,
      connection
    )
  }

  private static let columns: SQL = """
    SELECT passage.id, work.title FROM passage
    JOIN entry ON entry.id = passage.entry JOIN work ON work.id = entry.work
    """

  private static func rows(
    _ query: SQL,
    _ connection: any SQLConnection
  ) throws -> [PassageRow] {
    let found = try connection.all(query) { (try $0.id(0), try $0.text(1)) }
    return try found.compactMap { id, title in
      guard let record = try RecordTable.find(Passage.recordKind, id, in: connection) else {
        return nil
      }
      return PassageRow(
        passage: try Passage(recordID: id, fields: record.fields),
        title: title
      )
    }
  }
}

/// The table `passage`.
struct PassageProjection: Projection {
  let kind = Passage.recordKind
  let tables = [
    ProjectedTable(
      "passage",
      rows: "SELECT * FROM passage ORDER BY id",
      empty: "DELETE FROM passage"
    )
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let passage = try Passage(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO passage (id, entry, page, location, made)
      VALUES (\(passage.id), \(passage.entry), \(passage.page), \(passage.location),
        \(passage.made?.text))
      """
    )
    try SearchWords.add(passage.text, .passage, record.id, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWords.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM passage WHERE id = \(record.id)")
  }
}
