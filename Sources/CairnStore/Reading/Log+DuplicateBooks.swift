import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns possible duplicates (docs/sync.md); `latest` limits the search to that many newest sessions.
  public func possibleDuplicates(among latest: Int64? = nil) async throws -> PossibleDuplicates {
    PossibleDuplicates(
      overlaps: try await overlaps(among: latest),
      books: try await duplicateBooks()
    )
  }

  /// Returns books with the same title that different devices added, by title.
  ///
  /// Ignores case and accents; if both name authors, they must share one. Pairs added on one device are skipped: that
  /// device warned about the duplicate, and the person added it anyway.
  public func duplicateBooks() async throws -> [DuplicateBooks] {
    try await read { connection in
      try connection.all(Self.sameTitlePairs) { try [$0["one"], $0["other"]] as [RecordID] }
        .compactMap { try Self.duplicates($0, in: connection) }
    }
  }

  /// Returns nil if one device added both.
  private static func duplicates(
    _ ids: [RecordID],
    in connection: any SQLConnection
  ) throws -> DuplicateBooks? {
    let nodes = try ids.map { id in
      try RecordTable.find(Entry.recordKind, id, in: connection)?.stamp(of: "work")?.node
    }
    let rows = try ids.compactMap { try EntryQuery.find(Identifier($0), in: connection) }
    guard nodes[0] != nodes[1], rows.count == 2 else { return nil }
    return DuplicateBooks(first: rows[0], second: rows[1])
  }

  private static let sameTitlePairs: SQL = """
    SELECT one.id AS one, other.id AS other FROM (
      SELECT work.folded FROM entry JOIN work ON work.id = entry.work
      GROUP BY work.folded HAVING count(*) > 1
    ) AS shared
    JOIN work ON work.folded = shared.folded
    JOIN entry AS one ON one.work = work.id
    JOIN work AS same ON same.folded = shared.folded
    JOIN entry AS other ON other.work = same.id
    WHERE one.id < other.id AND (
      NOT EXISTS (SELECT 1 FROM credit WHERE credit.work = work.id)
      OR NOT EXISTS (SELECT 1 FROM credit WHERE credit.work = same.id)
      OR EXISTS (
        SELECT 1 FROM credit JOIN author ON author.id = credit.author
        JOIN author AS namesake ON namesake.folded = author.folded
        JOIN credit AS theirs ON theirs.author = namesake.id
        WHERE credit.work = work.id AND theirs.work = same.id))
    ORDER BY work.folded, one.id, other.id LIMIT 100
    """
}
