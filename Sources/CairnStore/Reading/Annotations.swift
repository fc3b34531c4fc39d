public import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns the annotations of a book by position, or those of all books, latest first.
  ///
  /// Leaves out annotations of deleted books.
  public func annotations(of entry: Identifier<Entry>? = nil) async throws -> [AnnotationRow] {
    try await read { connection in
      guard let entry else { return try AnnotationQuery.all(in: connection) }
      return try AnnotationQuery.all(of: entry, in: connection)
    }
  }
}

enum AnnotationQuery {
  static func all(
    of entry: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [AnnotationRow] {
    try rows(
      """
      \(fragment: columns) WHERE annotation.entry = \(entry)
      ORDER BY CASE WHEN annotation.location IS NULL THEN 1 ELSE 0 END, annotation.location,
        annotation.page, annotation.made, annotation.id
      """,
      connection
    )
  }

  static func all(in connection: any SQLConnection) throws -> [AnnotationRow] {
    try rows(
      """
      \(fragment: columns)
      ORDER BY CASE WHEN annotation.made IS NULL THEN 1 ELSE 0 END, annotation.made DESC, annotation.id
      """,
      connection
    )
  }

  private static let columns: SQL = """
    SELECT annotation.id, work.title FROM annotation
    JOIN entry ON entry.id = annotation.entry JOIN work ON work.id = entry.work
    """

  private static func rows(
    _ query: SQL,
    _ connection: any SQLConnection
  ) throws -> [AnnotationRow] {
    let found = try connection.all(query) { try ($0["id"] as RecordID, $0["title"] as String) }
    return try found.compactMap { id, title in
      guard let record = try RecordTable.find(Annotation.recordKind, id, in: connection) else {
        return nil
      }
      return AnnotationRow(
        annotation: try Annotation(recordID: id, fields: record.fields),
        title: title
      )
    }
  }
}

/// The table `annotation`.
struct AnnotationProjection: Projection {
  let kind = Annotation.recordKind
  let tables: [SQLTable] = [.annotation]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let annotation = try Annotation(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO annotation (id, entry, page, location, made)
      VALUES (\(annotation.id), \(annotation.entry), \(annotation.page), \(annotation.location),
        \(annotation.made?.text))
      """
    )
    try SearchWordTable.add(annotation.text, .annotation, record.id, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWordTable.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM annotation WHERE id = \(record.id)")
  }
}
