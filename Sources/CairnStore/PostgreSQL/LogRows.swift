import Cairn
import CairnSQL

/// All rows that an account has in a PostgreSQL database of logs, in whatever tables.
enum LogRows {
  /// What tells the database from every other, whatever its address.
  static func database(in connection: any SQLConnection) throws -> String {
    let id = try connection.first("SELECT cairn_database()") { try $0.id(0).text }
    return id ?? ""
  }

  /// The names of the tables.
  static func tables(in connection: any SQLConnection) throws -> [String] {
    try connection.all("SELECT cairn_tables()") { try $0.text(0) }
  }

  /// Rows of a table as JSON, after so many, in the order of its key: 4 MB of them, or the rest.
  static func page(
    of table: String,
    after count: Int,
    in connection: any SQLConnection
  ) throws -> [String] {
    try connection.all("SELECT cairn_rows(\(table), \(count))") { try $0.text(0) }
  }

  /// Adds rows to a table.
  static func put(
    _ rows: [String],
    into table: String,
    in connection: any SQLConnection
  ) throws {
    let lines = "[" + rows.joined(separator: ",") + "]"
    _ = try connection.first("SELECT cairn_put(\(table), \(lines))") { _ in }
  }

  /// What tells two copies apart: of each table that has some, how many rows and the sum of their hashes.
  static func sum(in connection: any SQLConnection) throws -> String? {
    try allowTime(in: connection)
    return try connection.first("SELECT cairn_sum()") { try $0.text(0) }
  }

  /// Whether there is a log.
  static func isThere(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM device") { _ in true } ?? false
  }

  /// Removes all rows; a seal stays.
  static func forget(in connection: any SQLConnection) throws {
    try allowTime(in: connection)
    _ = try connection.first("SELECT cairn_forget()") { _ in }
  }

  /// Lets the statements of this transaction take as long as a large log needs, whatever the role may at other times.
  private static func allowTime(in connection: any SQLConnection) throws {
    _ = try connection.first("SELECT set_config('statement_timeout', '0', true)") { _ in }
  }
}
