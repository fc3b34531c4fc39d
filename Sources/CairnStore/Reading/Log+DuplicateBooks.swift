import Cairn
import CairnSQL

/// Two books of one title, each put on the shelf by another device: most likely one.
public struct DuplicateBooks: Sendable, Equatable {
  /// The one that was added first.
  public let first: EntryRow
  /// The other.
  public let second: EntryRow
}

/// What two devices recorded without knowing of each other, and what counts twice because of it.
public struct PossibleDuplicates: Sendable, Equatable {
  /// Sessions whose time another one of their kind holds as well.
  public var overlaps: [SessionOverlap] = []
  /// Books of one title.
  public var books: [DuplicateBooks] = []

  /// Nothing.
  public static let none = Self()

  /// Whether there is nothing.
  public var isEmpty: Bool { self == .none }
}

extension Log {
  /// What counts twice, since two devices recorded it (docs/sync.md); with `latest`, only so many of the
  /// newest sessions are searched.
  public func doubledThings(among latest: Int64? = nil) async throws -> PossibleDuplicates {
    PossibleDuplicates(overlaps: try await overlaps(among: latest), books: try await twinBooks())
  }

  /// Books that two devices added under one title, whatever case and accents, and by one author where both
  /// name any; by title.
  ///
  /// A device refuses a second one of its own; who wants two says so, and is not asked again.
  public func twinBooks() async throws -> [DuplicateBooks] {
    try await read { connection in
      try connection.all(Self.namesakes) { [try $0.id(0), try $0.id(1)] }
        .compactMap { try Self.twins($0, in: connection) }
    }
  }

  /// Nil where one device added both.
  private static func twins(
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

  private static let namesakes: SQL = """
    SELECT one.id, other.id FROM (
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
