package import Cairn
package import CairnSQL

extension Log {
  /// Returns the last mutation of a log on disk; copies with the same one have the same content.
  package static func head(of database: any SQLDatabase) async throws -> RecordID? {
    try await database.read { connection in
      try connection.value("SELECT id FROM mutation ORDER BY number DESC LIMIT 1")
    }
  }
}
