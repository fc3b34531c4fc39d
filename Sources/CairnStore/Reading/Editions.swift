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
    let found = try connection.first(query) { (try $0.id(0), try $0.idOrNil(1)) }
    guard let (work, used) = found else { return [] }
    let all = try all(Identifier(work), in: connection).map { ($0, $0.id.record == used) }
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
      var edition = Edition(id: Identifier(try row.id(0)), work: work)
      edition.isbn = try row.textOrNil(1)
      edition.pages = try row.integerOrNil(2)
      edition.format = try row.textOrNil(3)
      edition.publisher = try row.textOrNil(4)
      edition.year = try row.integerOrNil(5)
      edition.language = try row.textOrNil(6)
      return edition
    }
  }
}
