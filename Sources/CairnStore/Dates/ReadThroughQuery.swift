public import Cairn
package import CairnSQL
public import CairnReports

/// Queries for read-throughs.
package enum ReadThroughQuery {
  /// Returns the read-throughs of an entry with their totals; `deleted` appends the deleted ones.
  static func rows(
    of entry: Identifier<Entry>,
    deleted: Bool,
    summed: Bool = true,
    in connection: any SQLConnection
  ) throws -> [ReadingRow] {
    let totals = summed ? try totals(of: entry, in: connection) : [:]
    let live = try all(of: entry, in: connection)
    let deletedReadings = deleted ? try Self.deleted(of: entry, in: connection) : []
    return (live + deletedReadings).enumerated().map { index, reading in
      ReadingRow(
        reading: reading,
        number: index < live.count ? index + 1 : nil,
        totals: totals[reading.id.record] ?? .none
      )
    }
  }

  /// Returns the read-throughs of an entry, in order.
  package static func all(
    of entry: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [ReadThrough] {
    try ids(of: entry, in: connection).compactMap { try record($0, in: connection)?.reading }
      .sorted { $0.precedes($1) }
  }

  /// Returns the ids of the read-throughs of an entry, ascending.
  package static func ids(
    of entry: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    try connection.values("SELECT id FROM read_through WHERE entry = \(entry) ORDER BY id")
  }

  /// Returns a read-through, deleted or not.
  static func record(
    _ id: RecordID,
    in connection: any SQLConnection
  ) throws -> (reading: ReadThrough, isDeleted: Bool)? {
    guard let record = try RecordTable.find(ReadThrough.recordKind, id, in: connection) else {
      return nil
    }
    let reading = try ReadThrough(recordID: id, fields: record.fields)
    return (reading, record.deletion != nil)
  }

  /// Returns the read-throughs of an entry that the person deleted, by id.
  static func deleted(
    of entry: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [ReadThrough] {
    var found: [ReadThrough] = []
    try RecordTable.each(ReadThrough.recordKind, in: connection) { record in
      guard record.deletion == Deletion.byPerson,
        record.fields["entry"] == .text(entry.record.text)
      else { return }
      found.append(try ReadThrough(recordID: record.id, fields: record.fields))
    }
    return found
  }

  /// Returns session totals by read-through.
  static func totals(
    of entry: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [RecordID: EntryTotals] {
    let rows = try connection.all(
      """
      SELECT reading.read_through, count(*) AS sessions,
        CAST(coalesce(sum(session.active), 0) AS BIGINT) AS time,
        CAST(coalesce(sum(session.amount), 0) AS BIGINT) AS pages
      FROM reading JOIN session ON session.id = reading.session
      WHERE reading.entry = \(entry) AND session.ended_at IS NOT NULL
      GROUP BY reading.read_through
      """
    ) { (try $0["read_through"] as RecordID, try EntryTotals($0)) }
    return Dictionary(rows) { first, _ in first }
  }
}

extension Log {
  /// Returns the read-throughs of a book, oldest first; `deleted` appends the deleted ones.
  ///
  /// With `summed`, computing the totals reads every session of the book.
  public func readings(
    of entry: Identifier<Entry>,
    deleted: Bool = false,
    summed: Bool = true
  ) async throws -> [ReadingRow] {
    try await read {
      try ReadThroughQuery.rows(of: entry, deleted: deleted, summed: summed, in: $0)
    }
  }
}

extension LogWriter {
  /// Returns the read-throughs of a book with the changes of this mutation so far, oldest first, then the deleted ones.
  package func readings(of entry: Identifier<Entry>) throws -> [ReadingRow] {
    try ReadThroughQuery.rows(of: entry, deleted: true, in: connection)
  }
}

extension EntryTotals {
  /// The totals of a book without sessions.
  static let none = EntryTotals(sessions: 0, time: .zero, pages: 0)
}
