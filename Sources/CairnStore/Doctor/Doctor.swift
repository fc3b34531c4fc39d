import Cairn
import CairnSQL

/// What a check of a log found.
public struct DoctorReport: Sendable, Equatable {
  /// A table that was compared with a rebuild.
  public struct Table: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its rows after the rebuild.
    public let rows: Int
    /// Whether it was byte for byte what the rebuild gives.
    public let isIdentical: Bool
  }

  /// All tables that are computed from records.
  public let tables: [Table]
  /// Records that this version cannot read, as `kind id: why`; they are kept as they are.
  public let unreadable: [String]
  /// How many records there are.
  public let records: Int

  /// Whether nothing is wrong.
  public var isHealthy: Bool { unreadable.isEmpty && tables.allSatisfy(\.isIdentical) }
}

extension Log {
  /// Computes every projection anew from the records and compares.
  ///
  /// With `repair` the new tables stay; otherwise everything is as it was. One transaction
  /// either way, so a reader never sees a table half built.
  public func checkProjections(repair: Bool) async throws -> DoctorReport {
    let context = context
    do {
      return try await translated {
        try await database.write { connection in
          let report = try Rebuild(context, connection).run()
          if repair { return report }
          throw RolledBack(report: report)
        }
      }
    } catch let unchanged as RolledBack {
      return unchanged.report
    }
  }

  private struct RolledBack: Error {
    let report: DoctorReport
  }
}

/// Computes all projections anew.
struct Rebuild {
  private let log: LogContext
  private let connection: any SQLConnection
  private let projection: ProjectionContext
  private let tables: [ProjectedTable]

  init(_ log: LogContext, _ connection: any SQLConnection) {
    self.log = log
    self.connection = connection
    projection = ProjectionContext(connection, zone: log.environment.zone)
    tables = log.projector.projections.flatMap(\.tables)
  }

  func run() throws -> DoctorReport {
    let before = try tables.map(digest)
    let (records, unreadable) = try rebuild()
    let after = try tables.map(digest)
    let compared = zip(tables, zip(before, after)).map { table, digests in
      DoctorReport.Table(
        name: table.name,
        rows: digests.1.rows,
        isIdentical: digests.0 == digests.1
      )
    }
    return DoctorReport(tables: compared, unreadable: unreadable, records: records)
  }

  /// Empties and fills all tables; gives how many records there are and which it cannot read.
  func rebuild() throws -> (records: Int, unreadable: [String]) {
    for table in tables { try connection.run(table.empty) }
    try UnreadableTable.empty(in: connection)
    var unreadable: [String] = []
    for kind in try kinds() {
      try RecordTable.each(
        kind,
        in: connection,
        damaged: {
          unreadable.append("\(kind.name) \($0.text): \($1.message)")
          try UnreadableTable.note(kind, $0, $1.message, in: connection)
        }
      ) {
        // One that is restored came past every door.
        if let flaw = $0.flaw { throw Fields.impossible(flaw) }
        try log.projector.project($0, replacing: nil, in: projection)
      }
    }
    try projection.finish()
    return (try RecordTable.count(in: connection), unreadable)
  }

  /// Kinds this program knows, settings first since days depend on one, then all others, whose
  /// records are only read.
  private func kinds() throws -> [RecordKind] {
    let known = log.projector.projections.map(\.kind)
    return try known + RecordTable.kinds(in: connection).filter { !known.contains($0) }
  }

  /// A sum over every value of a table in key order.
  private func digest(_ table: ProjectedTable) throws -> RowDigest {
    var digest = RowDigest()
    try connection.each(table.rows) { try digest.add($0) }
    return digest
  }
}
