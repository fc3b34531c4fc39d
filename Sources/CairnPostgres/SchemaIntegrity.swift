import CairnSQL

/// Whether the tables still have all that they were made with, policies above all: a copy can be restored in
/// part, and whoever may change tables can take something away.
///
/// What is asked is part of the tables, `cairn_integrity_errors`.
enum SchemaIntegrity {
  /// Throws `notWhole`, which names what is missing, `notPrepared` where there are no tables of this version, and
  /// `busy` where one of them is locked for so long, a second unless said, as while it is made anew.
  static func check(_ connection: any SQLConnection, within patience: String = "1s") throws {
    _ = try connection.first("SELECT set_config('lock_timeout', \(patience), true)") { _ in }
    if let (schema, role) = try connection.first(nowhere, { try ($0.text(0), $0.text(1)) }) {
      throw StorageError(
        .notPrepared,
        "There are no tables of logs in “\(schema)”, the first schema that the role \(role) sees "
          + "(search_path)."
      )
    }
    if let flaw = try connection.first("SELECT cairn_integrity_errors() LIMIT 1", { try $0.text(0) }) {
      throw StorageError(.notWhole, "The database is not as it was made: \(flaw).")
    }
  }

  private static let nowhere: SQL = """
    SELECT coalesce(current_schema(), current_setting('search_path')), current_user WHERE NOT EXISTS (
      SELECT FROM pg_class WHERE relname = 'record' AND relnamespace = current_schema()::regnamespace)
    """
}

extension Connection {
  /// Whether it goes on, once the tables were looked at that could not be before; throws what ``check()`` does.
  func isUsable() throws -> Bool {
    guard isUnchecked else { return true }
    do { try check() } catch  where isDead { return false }
    return true
  }

  /// Looks at the tables before anybody has the connection; where one of them is locked, before the next who has it,
  /// so that nobody waits who wants another.
  ///
  /// Throws `notWhole` and `notPrepared`. Whether the policies hold is asked in each transaction as well.
  func check() throws {
    let patience = isUnchecked ? "10ms" : "1s"
    do {
      try transaction(.read, beginning: ["BEGIN READ ONLY"], Cancellation()) {
        try SchemaIntegrity.check($0, within: patience)
      }
      isUnchecked = false
    } catch let error as StorageError where error.code == .busy {
      isUnchecked = true
    }
  }
}
