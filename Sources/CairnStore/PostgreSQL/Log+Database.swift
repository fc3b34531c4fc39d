package import Cairn
package import CairnSQL

/// A log among others in a PostgreSQL database.
extension Log {
  /// Returns the id of the database, which does not depend on its address.
  package static func databaseID(of database: any SQLDatabase) async throws -> String {
    let id: RecordID? = try await database.read { try $0.value("SELECT cairn_database()") }
    return id?.text ?? ""
  }

  /// Returns whether the log exists.
  package static func exists(in database: any SQLDatabase) async throws -> Bool {
    try await database.read { try $0.first("SELECT 1 FROM device") { _ in true } ?? false }
  }

  /// Returns the bytes of the log's records and history, which takes a scan of them.
  package static func bytes(in database: any SQLDatabase) async throws -> Int64 {
    let query: SQL = """
      SELECT CAST((SELECT coalesce(sum(pg_column_size(record.*)), 0) FROM record)
        + (SELECT coalesce(sum(pg_column_size(mutation.*)), 0) FROM mutation) AS bigint)
      """
    return try await database.read { try $0.value(query) } ?? 0
  }

  /// Deletes all rows of the log in one transaction.
  ///
  /// A server that still has it open cannot write to it afterwards, because each write needs the row of `device`.
  package static func remove(from database: any SQLDatabase) async throws {
    try await database.write { connection in
      // A large log takes longer than a usual statement may.
      _ = try connection.first("SELECT set_config('statement_timeout', '0', true)") { _ in }
      _ = try connection.first("SELECT cairn_delete_log()") { _ in }
    }
  }

  /// Allows or refuses writes to the log, after pending ones have committed.
  ///
  /// Throws `storage.no_log`.
  package static func setWritable(_ isWritable: Bool, in database: any SQLDatabase) async throws {
    let one: Int64 = isWritable ? 1 : 0
    let count = try await database.write { try $0.count("UPDATE device SET one = \(one)") }
    guard count == 1 else { throw CairnError.noLog }
  }
}

extension CairnError {
  /// The error for a log that does not exist or accepts no writes.
  package static var noLog: CairnError {
    CairnError(
      "storage.no_log",
      "The log of this account was deleted or moved.",
      hint: "Nothing was changed. docs/errors.md has the next step for the operator of the server."
    )
  }
}
