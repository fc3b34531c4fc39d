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
    try await read { connection in
      let facts = try FactTable.all(in: connection)
      return try connection.all(
        """
        SELECT author.id, author.name, count(DISTINCT entry.work)
        FROM author
        JOIN credit ON credit.author = author.id AND credit.is_contributor = 0
        JOIN entry ON entry.work = credit.work
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
}
