public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Adds shelves or tags to a book; throws `reading.invalid_name`.
  public func add(_ names: [String], to kind: LabelKind, of id: Identifier<Entry>) throws {
    var book = try book(id)
    title = kind == .shelf ? "“\(book.work.title)” added to shelf" : "“\(book.work.title)” tagged"
    for name in names { try kind.requireOne(name) }
    for name in names { try book.entry.add(name, to: kind) }
    try save(book.entry)
  }

  /// Removes shelves or tags from a book.
  ///
  /// Throws `reading.shelf_not_found` or `reading.tag_not_found` if the book does not have one.
  public func remove(_ names: [String], from kind: LabelKind, of id: Identifier<Entry>) throws {
    var book = try book(id)
    let title = book.work.title
    self.title = "“\(title)” \(kind == .shelf ? "removed from shelf" : "untagged")"
    for name in names {
      guard book.entry.remove(name, from: kind) else {
        throw Self.missing(kind, name, "“\(title)” has no \(kind.name) “\(name)”.")
      }
    }
    try save(book.entry)
  }

  /// Renames a shelf or tag on every book, merging it with an existing one; returns the number of books.
  ///
  /// Adds one history entry. Throws `reading.shelf_not_found`, `reading.tag_not_found` or `reading.invalid_name`.
  @discardableResult
  public func rename(_ kind: LabelKind, _ name: String, to other: String) throws -> Int {
    try kind.requireOne(other)
    title = "\(kind == .shelf ? "Shelf" : "Tag") “\(name)” renamed to “\(other)”"
    return try change(kind, name) { entry throws(CairnError) in
      try entry.rename(name, to: other, in: kind)
    }
  }

  /// Removes a shelf or tag from every book and returns their number; the books stay.
  ///
  /// Adds one history entry. Throws `reading.shelf_not_found` or `reading.tag_not_found`.
  @discardableResult
  public func delete(_ kind: LabelKind, _ name: String) throws -> Int {
    title = "\(kind == .shelf ? "Shelf" : "Tag") “\(name)” deleted"
    return try change(kind, name) { entry in _ = entry.remove(name, from: kind) }
  }

  private func change(
    _ kind: LabelKind,
    _ name: String,
    _ rule: (inout Entry) throws(CairnError) -> Void
  ) throws -> Int {
    let ids = try connection.all(
      """
      SELECT entry FROM entry_label
      WHERE kind = \(kind.name) AND folded = \(indexed(folded(name)))
      ORDER BY entry
      """
    ) { try $0.id(0) }
    guard !ids.isEmpty else {
      throw Self.missing(kind, name, "There is no \(kind.name) “\(name)”.")
    }
    beginBatch()
    for var entry in try ids.compactMap({ try find(Entry.self, $0) }) {
      try rule(&entry)
      try save(entry)
    }
    return ids.count
  }

  /// Returns all shelves or tags with the changes of this mutation so far.
  package func labels(_ kind: LabelKind) throws -> [LabelRow] {
    try LabelQuery.all(kind, in: connection)
  }

  private static func missing(_ kind: LabelKind, _ name: String, _ sentence: String) -> CairnError {
    kind == .shelf
      ? CairnError("reading.shelf_not_found", sentence, hint: "List the shelves.")
      : CairnError("reading.tag_not_found", sentence, hint: "List the tags.")
  }
}

extension Log {
  /// Returns all shelves or tags with their number of books, by name.
  public func labels(_ kind: LabelKind) async throws -> [LabelRow] {
    try await read { try LabelQuery.all(kind, in: $0) }
  }
}

enum LabelQuery {
  static func all(_ kind: LabelKind, in connection: any SQLConnection) throws -> [LabelRow] {
    try connection.all(
      """
      SELECT min(entry_label.name), count(*),
        CAST(sum(CASE WHEN entry.status = 'read' THEN 1 ELSE 0 END) AS BIGINT),
        CAST(sum(CASE WHEN entry.status = 'reading' THEN 1 ELSE 0 END) AS BIGINT)
      FROM entry_label JOIN entry ON entry.id = entry_label.entry
      WHERE entry_label.kind = \(kind.name)
      GROUP BY entry_label.folded
      ORDER BY entry_label.folded
      """
    ) { row in
      LabelRow(
        name: try row.text(0),
        books: try row.integer(1),
        read: try row.integer(2),
        reading: try row.integer(3)
      )
    }
  }
}

/// A shelf or tag with its number of books.
public struct LabelRow: Sendable, Equatable {
  /// The name; one of several spellings.
  public let name: String
  /// The number of books.
  public let books: Int64
  /// The number of read books.
  public let read: Int64
  /// The number of books in progress.
  public let reading: Int64
}
