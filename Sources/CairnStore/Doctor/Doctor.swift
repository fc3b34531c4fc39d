import Cairn
import CairnSQL

/// The result of checking a log.
public struct DoctorReport: Sendable, Equatable {
  /// A table compared with a rebuild.
  public struct Table: Sendable, Equatable {
    /// The name of the table.
    public let name: String
    /// The number of rows after the rebuild.
    public let rows: Int
    /// Whether its content was identical to the rebuild.
    public let isIdentical: Bool
  }

  /// All projection tables.
  public let tables: [Table]
  /// Records that cannot be read, as `kind id: reason`: stored ones of a newer version or with invalid data, and ones
  /// that another device sent and that were refused.
  public let unreadable: [String]
  /// The number of records.
  public let records: Int

  /// Whether the check found no problem.
  public var isHealthy: Bool { unreadable.isEmpty && tables.allSatisfy(\.isIdentical) }
}

extension Log {
  /// Rebuilds every projection from the records and compares.
  ///
  /// With `repair` the rebuilt tables are kept; otherwise the transaction rolls back. Readers never see a partial
  /// table.
  public func checkProjections(repair: Bool) async throws -> DoctorReport {
    let context = context
    do {
      return try await writeTables { connection in
        let report = try Rebuild(context, connection).run()
        if repair { return report }
        throw RolledBack(report: report)
      }
    } catch let unchanged as RolledBack {
      return unchanged.report
    }
  }

  private struct RolledBack: Error {
    let report: DoctorReport
  }
}

/// A rebuild of all projections.
struct Rebuild {
  private let log: LogContext
  private let connection: any SQLConnection
  private let projection: ProjectionContext
  private let tables: [SQLTable]

  init(_ log: LogContext, _ connection: any SQLConnection) {
    self.log = log
    self.connection = connection
    projection = ProjectionContext(connection, zone: log.environment.zone)
    tables = log.projector.projections.flatMap(\.tables) + [.lostValue]
  }

  func run() throws -> DoctorReport {
    let before = try tables.map(digest)
    let records = try rebuild()
    let after = try tables.map(digest)
    let compared = zip(tables, zip(before, after)).map { table, digests in
      DoctorReport.Table(
        name: table.name.description,
        rows: digests.1.rows,
        isIdentical: digests.0 == digests.1
      )
    }
    let unreadable = try UnreadableTable.all(in: connection)
    return DoctorReport(tables: compared, unreadable: unreadable, records: records)
  }

  /// Empties and fills all tables; returns the number of records.
  @discardableResult
  func rebuild() throws -> Int {
    for table in tables { try connection.run("DELETE FROM \(name: table.name)") }
    try UnreadableTable.removeStored(in: connection)
    var shared = try MutationTable.sharedRecords(of: log.node, in: connection)
    for kind in try kinds() {
      try RecordTable.each(
        kind,
        in: connection,
        damaged: {
          try UnreadableTable.insert(kind, $0, $1.message, isStored: true, in: connection)
        }
      ) {
        // A restored database bypassed the validation of writes.
        if let violation = $0.violation { throw Fields.impossible(violation) }
        try log.projector.project($0, replacing: nil, in: projection)
        if $0.wasEndedAutomatically { shared.insert($0.id) }
      }
    }
    let conflicts = try ConflictFinder(of: shared, in: connection).conflicts
    try ConflictTable.replace([], with: conflicts, in: connection)
    try projection.finish()
    return try RecordTable.count(in: connection)
  }

  /// Returns the known kinds, settings first because days depend on one, then all others, which are only read.
  private func kinds() throws -> [RecordKind] {
    let known = log.projector.projections.map(\.kind)
    return try known + RecordTable.kinds(in: connection).filter { !known.contains($0) }
  }

  /// Returns a checksum over all values of a table in key order.
  private func digest(_ table: SQLTable) throws -> RowDigest {
    var digest = RowDigest()
    try connection.each(table.rows()) { try digest.add($0) }
    return digest
  }
}
