package import Cairn
import CairnActions
import CairnSQL
package import CairnReports

extension BookDetails {
  init?(_ id: Identifier<Entry>, in connection: any SQLConnection) throws {
    guard let row = try EntryQuery.find(id, in: connection) else { return nil }
    let totals = try EntryQuery.totals(id, in: connection)
    self.init(row: row, totals: totals, editions: try EditionQuery.all(of: id, in: connection))
  }
}

extension Log {
  /// Returns a book with its totals and editions from one snapshot, or nil.
  package func details(of id: Identifier<Entry>) async throws -> BookDetails? {
    try await read { try BookDetails(id, in: $0) }
  }
}

extension LogWriter {
  /// Returns a book with the changes of this mutation so far; throws `reading.not_on_shelf`.
  package func details(of id: Identifier<Entry>) throws -> BookDetails {
    if let details = try BookDetails(id, in: connection) { return details }
    _ = try book(id)
    throw RecordTable.malformed("entry")
  }

  /// Returns a deleted book; throws `reading.not_deleted`.
  package func deletedBook(_ id: Identifier<Entry>) throws -> DeletedBookRow {
    guard let row = try DeletedEntryQuery.find(id, in: connection) else {
      throw CairnError.bookNotDeleted
    }
    return row
  }
}
