package import Cairn
package import CairnSQL

extension Log {
  /// The mutation a log on disk ends with: two copies of a log with the same one hold the same.
  package static func head(of database: any SQLDatabase) async throws -> RecordID? {
    try await database.read { connection in
      try connection.first("SELECT id FROM mutation ORDER BY number DESC LIMIT 1") { try $0.id(0) }
    }
  }
}
