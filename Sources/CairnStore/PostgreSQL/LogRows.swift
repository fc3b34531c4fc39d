import Cairn
import CairnSQL

/// All rows of an account in a PostgreSQL database of logs, across all tables.
enum LogRows {
  /// Returns the id of the database, which does not depend on its address.
  static func database(in connection: any SQLConnection) throws -> String {
    let id = try connection.first("SELECT cairn_database()") { try $0.id(0).text }
    return id ?? ""
  }

  /// Returns the names of the tables.
  static func tables(in connection: any SQLConnection) throws -> [String] {
    try connection.all("SELECT cairn_tables()") { try $0.text(0) }
  }

  /// Returns rows of a table as JSON, after `count` rows in key order: 4 MB of them, or the rest.
  static func page(
    of table: String,
    after count: Int,
    in connection: any SQLConnection
  ) throws -> [String] {
    try connection.all("SELECT cairn_rows(\(table), \(count))") { try $0.text(0) }
  }

  /// Inserts rows into a table.
  static func put(
    _ rows: [String],
    into table: String,
    in connection: any SQLConnection
  ) throws {
    let lines = "[" + rows.joined(separator: ",") + "]"
    _ = try connection.first("SELECT cairn_put(\(table), \(lines))") { _ in }
  }

  /// Returns a checksum of the log: the row count and the sum of the row hashes of each non-empty table.
  static func sum(in connection: any SQLConnection) throws -> String? {
    try allowTime(in: connection)
    return try connection.first("SELECT cairn_sum()") { try $0.text(0) }
  }

  /// Returns whether the log exists.
  static func exists(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM device") { _ in true } ?? false
  }

  /// Deletes all rows; a fence stays.
  static func forget(in connection: any SQLConnection) throws {
    try allowTime(in: connection)
    _ = try connection.first("SELECT cairn_forget()") { _ in }
  }

  /// Disables the statement timeout for this transaction, because a large log takes long.
  private static func allowTime(in connection: any SQLConnection) throws {
    _ = try connection.first("SELECT set_config('statement_timeout', '0', true)") { _ in }
  }
}
