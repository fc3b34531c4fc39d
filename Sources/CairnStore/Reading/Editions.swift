public import Cairn
import CairnSQL

extension Log {
  /// Returns the editions of a book with whether each is the current one, which comes first.
  public func editions(
    of id: Identifier<Entry>
  ) async throws -> [(edition: Edition, isUsed: Bool)] {
    try await read { try EditionQuery.all(of: id, in: $0) }
  }
}

enum EditionQuery {
  /// Returns the editions of a book, current one first.
  static func all(
    of id: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [(edition: Edition, isUsed: Bool)] {
    let query: SQL = "SELECT work, edition FROM entry WHERE id = \(id)"
    let found = try connection.first(query) { row -> (Identifier<Work>, Identifier<Edition>?) in
      try (row["work"], row["edition"])
    }
    guard let (work, used) = found else { return [] }
    let all = try all(work, in: connection).map { ($0, $0.id == used) }
    return all.filter(\.1) + all.filter { !$0.1 }
  }

  static func all(
    _ work: Identifier<Work>,
    in connection: any SQLConnection
  ) throws -> [Edition] {
    try connection.all(
      """
      SELECT id, isbn, pages, format, publisher, year, language FROM edition
      WHERE work = \(work)
      ORDER BY id
      """
    ) { row in
      var edition = Edition(id: try row["id"], work: work)
      edition.isbn = try row["isbn"]
      edition.pages = try row["pages"]
      edition.format = try row["format"]
      edition.publisher = try row["publisher"]
      edition.year = try row["year"]
      edition.language = try row["language"]
      return edition
    }
  }
}
