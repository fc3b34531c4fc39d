public import Cairn
import CairnActions
import CairnSQL
public import CairnReports

extension Log {
  /// Returns the authors of the books on the shelf, by name, without other contributors such as translators.
  public func authors() async throws -> [AuthorRow] {
    try await read { try AuthorRow.all(in: $0) }
  }

  /// Returns the authors with a name, ignoring case and accents.
  public func authors(named name: String) async throws -> [AuthorRow] {
    try await read { try AuthorRow.all(where: "author.folded = \(indexed(folded(name)))", in: $0) }
  }

  /// Returns one author of a book on the shelf, or nil.
  public func author(_ id: Identifier<Author>) async throws -> AuthorRow? {
    try await read { try AuthorRow.all(where: "author.id = \(id)", in: $0).first }
  }
}

extension LogWriter {
  /// Returns an author with the changes of this mutation so far; throws `diversity.author_not_found`.
  public func authorRow(_ id: Identifier<Author>) throws -> AuthorRow {
    if let row = try AuthorRow.all(where: "author.id = \(id)", in: connection).first { return row }
    return try AuthorRow(id: id, name: author(id).name, facts: author(id).facts, books: 0)
  }
}

extension AuthorRow {
  fileprivate static func all(
    where condition: SQL? = nil,
    in connection: any SQLConnection
  ) throws -> [AuthorRow] {
    let some = condition.map { "WHERE \(fragment: $0)" as SQL } ?? ""
    let known = condition.map {
      "WHERE subject IN (SELECT id FROM author WHERE \(fragment: $0))" as SQL
    }
    let facts = try FactTable.all(where: known ?? "", in: connection)
    return try connection.all(
      """
      SELECT author.id, author.name, count(DISTINCT entry.work) AS books
      FROM author
      JOIN credit ON credit.author = author.id AND credit.is_contributor = 0
      JOIN entry ON entry.work = credit.work
      \(fragment: some)
      GROUP BY author.id, author.name, author.folded
      ORDER BY author.folded, author.id
      """
    ) { row in
      let id: RecordID = try row["id"]
      return AuthorRow(
        id: Identifier(id),
        name: try row["name"],
        facts: facts[id] ?? KnownFacts(),
        books: try row["books"]
      )
    }
  }
}
