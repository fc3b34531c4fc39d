import Cairn
import CairnSQL

/// The table `connected_file`.
enum ConnectedFileTable {
  /// Returns the files and folders of a connection, by path.
  static func all(
    of connection: Identifier<Connection>,
    in database: any SQLConnection
  ) throws -> [ConnectedFile] {
    let query: SQL = """
      SELECT path, length(bytes) AS size, tag, changed_at FROM connected_file
      WHERE connection = \(connection) ORDER BY path
      """
    return try database.all(query) { row in
      ConnectedFile(
        path: try row["path"],
        size: try row["size"],
        tag: try row["tag"],
        changedAt: try row["changed_at"]
      )
    }
  }

  static func bytes(
    of path: String,
    _ connection: Identifier<Connection>,
    in database: any SQLConnection
  ) throws -> [UInt8]? {
    try database.value(
      "SELECT bytes FROM connected_file WHERE connection = \(connection) AND path = \(path) AND bytes IS NOT NULL"
    )
  }

  /// Returns the bytes of all files of an account but the one at a path of a connection.
  static func bytes(
    of account: Identifier<Account>,
    besides path: String,
    _ connection: Identifier<Connection>,
    in database: any SQLConnection
  ) throws -> Int64 {
    try database.value(
      """
      SELECT sum(length(bytes)) FROM connected_file
      WHERE connection IN (SELECT id FROM connection WHERE account = \(account))
        AND NOT (connection = \(connection) AND path = \(path)) AND bytes IS NOT NULL
      """
    ) ?? 0
  }

  /// Stores a version; `bytes` is nil for a folder.
  static func upsert(
    _ file: ConnectedFile,
    _ bytes: [UInt8]?,
    of connection: Identifier<Connection>,
    in database: any SQLConnection
  ) throws {
    try database.run(
      """
      INSERT INTO connected_file (connection, path, bytes, tag, changed_at)
      VALUES (\(connection), \(file.path), \(bytes), \(file.tag), \(file.changedAt))
      ON CONFLICT (connection, path) DO UPDATE SET
        bytes = excluded.bytes, tag = excluded.tag, changed_at = excluded.changed_at
      """
    )
  }

  /// Deletes a file, or a folder with everything in it.
  static func delete(
    _ path: String,
    of connection: Identifier<Connection>,
    in database: any SQLConnection
  ) throws {
    // “0” follows the slash, so these are the paths that begin with the folder and a slash.
    try database.run(
      """
      DELETE FROM connected_file WHERE connection = \(connection)
        AND (path = \(path) OR (path > \(path + "/") AND path < \(path + "0")))
      """
    )
  }
}
