public import Cairn
public import CairnReports
import CairnSQL

extension Log {
  /// Returns all books, or those with a status, by status and title.
  public func books(_ status: ReadingStatus? = nil) async throws -> [EntryRow] {
    var filter = ShelfFilter()
    filter.status = status
    return try await books(filter)
  }

  /// Returns the books that match a filter, by status and title; a text search sorts by relevance.
  public func books(_ filter: ShelfFilter) async throws -> [EntryRow] {
    try await read { try EntryQuery.all(filter, in: $0) }
  }

  /// Returns at most `limit` books in progress, last read first.
  package func openBooks(limit: Int) async throws -> [EntryRow] {
    try await read { try EntryQuery.open(limit: limit, in: $0) }
  }

  /// Returns books by their ids, in the same order, without deleted ones.
  package func books(_ ids: [Identifier<Entry>]) async throws -> [EntryRow] {
    guard !ids.isEmpty else { return [] }
    let found = try await read { try EntryQuery.find(ids, in: $0) }
    return ids.compactMap { id in found.first { $0.id == id } }
  }

  /// Returns the titles of the books of the last 60 sessions and of the 30 books added last, in alphabetical order.
  package func recentTitles() async throws -> [String] {
    let query: SQL = """
      SELECT work.title FROM entry JOIN work ON work.id = entry.work
      WHERE entry.id IN (
        SELECT entry FROM (
          SELECT reading.entry FROM session CROSS JOIN reading
          WHERE reading.session = session.id
          ORDER BY session.started_at DESC, session.id DESC
          LIMIT 60) AS latest
        UNION
        SELECT id FROM (SELECT id FROM entry ORDER BY id DESC LIMIT 30) AS newest)
      ORDER BY work.folded, entry.id
      """
    return try await read { try $0.values(query) }
  }

  /// Returns books with a title or author that contains the text, ignoring case and accents.
  public func books(matching text: String) async throws -> [EntryRow] {
    try await read { try EntryQuery.search(text, in: $0) }
  }

  /// Returns books with exactly this title, ignoring case and accents.
  public func books(titled title: String) async throws -> [EntryRow] {
    try await read { try EntryQuery.exact(title, in: $0) }
  }

  /// Returns the books that a short id matches.
  public func books(short: ShortID) async throws -> [EntryRow] {
    try await read { try EntryQuery.find(short, in: $0) }
  }

  /// Returns a book, or nil.
  public func book(_ id: Identifier<Entry>) async throws -> EntryRow? {
    try await read { try EntryQuery.find(id, in: $0) }
  }

  /// Returns the totals of a book's sessions.
  public func totals(of id: Identifier<Entry>) async throws -> EntryTotals {
    try await read { try EntryQuery.totals(id, in: $0) }
  }
}
