package import Cairn
import CairnSQL

/// A record, deleted or not, with the time of the last change that this log received of it.
package struct ChangedRecord: Sendable {
  /// The record.
  package let record: Record
  /// The time, in microseconds since 1970; 0 for a change before this was recorded.
  package let changedAt: Int64

  /// Creates the pair.
  package init(record: Record, changedAt: Int64) {
    (self.record, self.changedAt) = (record, changedAt)
  }
}

/// Reads records with the times of their changes, in one transaction.
package final class ChangedRecords {
  private let connection: any SQLConnection
  private var known: [RecordKind: [RecordID: ChangedRecord]] = [:]
  private var knownTicks: [RecordID: Tick]?
  /// Whether all records of a kind were read, so that those they belong to are read at once as well.
  private var readsAll = false

  init(_ connection: any SQLConnection) { self.connection = connection }

  /// Returns all records of a kind, in the order of their changes; later calls of ``find(_:_:)`` use them.
  package func all(_ kind: RecordKind) throws -> [ChangedRecord] {
    readsAll = true
    let all = try rows(kind, "ORDER BY at, id")
    known[kind] = Dictionary(uniqueKeysWithValues: all.map { ($0.record.id, $0) })
    return all
  }

  /// Returns a record; nil if there never was one.
  package func find(_ kind: RecordKind, _ id: RecordID) throws -> ChangedRecord? {
    if readsAll, known[kind] == nil { _ = try all(kind) }
    if let all = known[kind] { return all[id] }
    return try rows(kind, "AND id = \(id)").first
  }

  /// Returns the tick of a send, as entered or derived from the earlier attempts; nil without one.
  package func tick(of attempt: Attempt) throws -> Tick? {
    let all = try knownTicks ?? ticks(readsAll ? "1 = 1" : "climb = \(attempt.climb)")
    if readsAll { knownTicks = all }
    return all[attempt.id.record]
  }

  private func ticks(_ condition: SQL) throws -> [RecordID: Tick] {
    let query: SQL = """
      SELECT id, counted FROM attempt WHERE counted IS NOT NULL AND \(fragment: condition)
      """
    let rows = try connection.all(query) { row -> (RecordID, Tick?) in
      (try row["id"], try row.decode("counted", Tick.init(name:)))
    }
    return Dictionary(rows.compactMap { id, tick in tick.map { (id, $0) } }) { $1 }
  }

  private func rows(_ kind: RecordKind, _ condition: SQL) throws -> [ChangedRecord] {
    let query: SQL = """
      SELECT id, fields, stamp, stamps, coalesce(record_change.at, 0) AS at
      FROM record LEFT JOIN record_change ON record_change.record = record.id
      WHERE kind = \(kind.name) \(fragment: condition)
      """
    return try connection.all(query) {
      ChangedRecord(record: try RecordTable.record(kind, $0), changedAt: try $0["at"])
    }
  }
}

extension Log {
  /// Reads records with the times of their changes from one snapshot.
  package func readChanged<Result: Sendable>(
    _ body: @escaping @Sendable (ChangedRecords) throws -> Result
  ) async throws -> Result {
    try await read { try body(ChangedRecords($0)) }
  }
}

extension LogWriter {
  /// Reads records with the changes of this write so far.
  package var changedRecords: ChangedRecords {
    get throws {
      try projection.recomputeRoutes()
      return ChangedRecords(connection)
    }
  }
}
