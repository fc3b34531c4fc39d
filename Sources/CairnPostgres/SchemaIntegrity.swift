import CairnSQL

/// A check that the tables still have everything they were created with, above all their row policies.
///
/// A partial restore, or anyone who may alter tables, can remove parts. The check itself is the SQL function
/// `cairn_integrity_errors`.
enum SchemaIntegrity {
  /// Throws `schemaIncomplete`, which names a missing part, `notPrepared` without tables of this version, and `busy` if
  /// a table stays locked for the timeout, one second by default, for example during a schema change.
  static func check(_ connection: any SQLConnection, within timeout: String = "1s") throws {
    _ = try connection.first("SELECT set_config('lock_timeout', \(timeout), true)") { _ in }
    if let (schema, role) = try connection.first(missingTables, { try ($0.text(0), $0.text(1)) }) {
      throw StorageError(
        .notPrepared,
        "There are no log tables in “\(schema)”, the first schema of the role \(role) "
          + "(search_path)."
      )
    }
    if let violation = try connection.first(
      "SELECT cairn_integrity_errors() LIMIT 1",
      { try $0.text(0) }
    ) {
      throw StorageError(.schemaIncomplete, "The database schema was altered: \(violation).")
    }
  }

  private static let missingTables: SQL = """
    SELECT coalesce(current_schema(), current_setting('search_path')), current_user WHERE NOT EXISTS (
      SELECT FROM pg_class WHERE relname = 'record' AND relnamespace = current_schema()::regnamespace)
    """
}

extension Connection {
  /// Runs an overdue integrity check; returns false if the connection is lost, and throws what ``check()`` does.
  func isUsable() throws -> Bool {
    guard needsCheck else { return true }
    do { try check() } catch  where isDead { return false }
    return true
  }

  /// Checks the schema before the connection is used; if a table is locked, retries at the next use.
  ///
  /// Requests for other tables can therefore go on. Throws `schemaIncomplete` and `notPrepared`. Each transaction also
  /// checks the row policies.
  func check() throws {
    let timeout = needsCheck ? "10ms" : "1s"
    do {
      try transaction(.read, preamble: ["BEGIN READ ONLY"], Cancellation()) {
        try SchemaIntegrity.check($0, within: timeout)
      }
      needsCheck = false
    } catch let error as StorageError where error.code == .busy {
      needsCheck = true
    }
  }
}
