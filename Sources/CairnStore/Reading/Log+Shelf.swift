public import Cairn
import CairnSQL

extension Log {
  /// All books, or those of one status, by status and title.
  public func books(_ status: ReadingStatus? = nil) async throws -> [EntryRow] {
    var filter = ShelfFilter()
    filter.status = status
    return try await books(filter)
  }

  /// The books a filter lets through, by status and title; with words those first that say most.
  public func books(_ filter: ShelfFilter) async throws -> [EntryRow] {
    try await read { try EntryQuery.all(filter, in: $0) }
  }

  /// The books that are being read, those read last first, at most so many.
  package func openBooks(most: Int) async throws -> [EntryRow] {
    try await read { try EntryQuery.open(most: most, in: $0) }
  }

  /// The titles of the books read last and of those that came last, in the order of the alphabet.
  package func recentTitles() async throws -> [String] {
    try await read { try EntryQuery.recentTitles(in: $0) }
  }

  /// Books whose title or author holds the text, whatever its case and accents.
  public func books(matching text: String) async throws -> [EntryRow] {
    try await read { try EntryQuery.search(text, in: $0) }
  }

  /// Books with exactly this title, whatever its case and accents.
  public func books(titled title: String) async throws -> [EntryRow] {
    try await read { try EntryQuery.exact(title, in: $0) }
  }

  /// The books a short id can mean.
  public func books(short: ShortID) async throws -> [EntryRow] {
    try await read { try EntryQuery.find(short, in: $0) }
  }

  /// One book, or nil.
  public func book(_ id: Identifier<Entry>) async throws -> EntryRow? {
    try await read { try EntryQuery.find(id, in: $0) }
  }

  /// What the sessions of a book add up to.
  public func totals(of id: Identifier<Entry>) async throws -> EntryTotals {
    try await read { try EntryQuery.totals(id, in: $0) }
  }
}
