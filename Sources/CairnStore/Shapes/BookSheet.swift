package import Cairn
import CairnSQL

/// One book with all that is said of it, as it is shown alone.
package struct BookSheet: Sendable {
  /// The book as lists show it.
  package let row: EntryRow
  /// What its sessions add up to.
  package let totals: EntryTotals
  /// Its editions, the one that is read first.
  package let editions: [(edition: Edition, isUsed: Bool)]

  init?(_ id: Identifier<Entry>, in connection: any SQLConnection) throws {
    guard let row = try EntryQuery.find(id, in: connection) else { return nil }
    self.row = row
    totals = try EntryQuery.totals(id, in: connection)
    editions = try EditionQuery.all(of: id, in: connection)
  }

  /// The shape of one book: documented in `docs/cli.md`.
  package var json: JSON { row.json(with: totals, editions) }
}

extension Log {
  /// One book with all that is said of it, in one state of the log; nil when it is not there.
  package func sheet(of id: Identifier<Entry>) async throws -> BookSheet? {
    try await read { try BookSheet(id, in: $0) }
  }
}

extension LogWriter {
  /// One book with what this mutation has changed so far; throws `reading.not_on_shelf`.
  package func sheet(of id: Identifier<Entry>) throws -> BookSheet {
    if let sheet = try BookSheet(id, in: connection) { return sheet }
    _ = try book(id)
    throw RecordTable.malformed("entry")
  }

  /// A deleted book; throws `reading.not_deleted`.
  package func deletedBook(_ id: Identifier<Entry>) throws -> DeletedBookRow {
    guard let row = try DeletedEntryQuery.find(id, in: connection) else { throw Self.notDeleted }
    return row
  }
}
