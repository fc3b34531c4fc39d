public import Cairn
import CairnSQL

/// An author as lists show them.
public struct AuthorRow: Sendable, Equatable {
  /// The identity.
  public let id: Identifier<Author>
  /// The name.
  public let name: String
  /// What is known.
  public let facts: KnownFacts
  /// How many books of theirs are on the shelf, wishes included.
  public let books: Int64

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id.record) }
}

extension Log {
  /// Those who wrote the books on the shelf, by name; translators and others are not among them.
  public func authors() async throws -> [AuthorRow] {
    try await read { try AuthorRow.all(in: $0) }
  }

  /// Those of a name, whatever its case and accents.
  public func authors(named name: String) async throws -> [AuthorRow] {
    try await read { try AuthorRow.all(where: "author.folded = \(indexed(folded(name)))", in: $0) }
  }

  /// One of those who wrote the books on the shelf; nil when there is no such author.
  public func author(_ id: Identifier<Author>) async throws -> AuthorRow? {
    try await read { try AuthorRow.all(where: "author.id = \(id)", in: $0).first }
  }
}

extension LogWriter {
  /// An author as it stands now; throws `diversity.no_such_author`.
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
      SELECT author.id, author.name, count(DISTINCT entry.work)
      FROM author
      JOIN credit ON credit.author = author.id AND credit.is_contributor = 0
      JOIN entry ON entry.work = credit.work
      \(fragment: some)
      GROUP BY author.id, author.name, author.folded
      ORDER BY author.folded, author.id
      """
    ) { row in
      let id = try row.id(0)
      return AuthorRow(
        id: Identifier(id),
        name: try row.text(1),
        facts: facts[id] ?? KnownFacts(),
        books: try row.integer(2)
      )
    }
  }
}
