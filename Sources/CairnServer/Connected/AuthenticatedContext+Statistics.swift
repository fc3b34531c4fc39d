import Cairn
import CairnAccounts
import CairnExchange
import CairnReports
import CairnStore
import CairnTransfer

extension AuthenticatedContext {
  /// Parses the database of KOReader's statistics outside the event loop, one file of all people at a time.
  ///
  /// Throws `input.koreader` for another file.
  func statistics(in bytes: [UInt8]) async throws -> KOReaderStatistics {
    let folder = lease.folder
    return try await server.imports.inTurn(of: owner) {
      let file = try await folder.newFile()
      try await folder.work { try file.append(bytes) }
      let database = try await file.database(as: .koreader, RowChoice())
      return database.rows as? KOReaderStatistics ?? KOReaderStatistics(books: [], pages: [])
    }
  }

  /// Imports statistics idempotently as one history entry; returns the number of new sessions and what was skipped.
  func importStatistics(
    _ statistics: KOReaderStatistics,
    from device: String
  ) async throws -> (added: Int, skipped: [ImportIssue]) {
    let (log, folder, zone) = (log, lease.folder, zone)
    return try await server.imports.inTurn(of: owner) {
      let plan = try await log.plan(statistics, zone: zone)
      let made = try await folder.parse { plan() }
      return try await log.write { writer in
        let report = try writer.apply(made) { _ in }
        let added = report.added.count { $0.records.first?.kind == SessionRecord.kind }
        let sessions = counted(added, "new session")
        writer.title = added > 0 ? "\(sessions) from \(device)" : "Sessions from \(device) updated"
        return (added, made.issues + report.skipped)
      }
    }
  }
}
