import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension LogWriter {
  /// Returns a single session, including the changes of this mutation.
  func sessionReport(_ id: SessionID) throws -> SessionReport {
    let row = try row(id)
    let detail = row.climbing == nil ? nil : try session(id, as: Climbing.self).detail
    var report = row.report(detail, at: now)
    report.details = try details(of: row)
    return report
  }
}

extension Log {
  /// Returns the climbing detail of a session; nil for other kinds.
  func climbing(_ row: SessionRow) async throws -> Climbing? {
    guard row.climbing != nil else { return nil }
    return try await session(row.id, as: Climbing.self)?.detail
  }
}
