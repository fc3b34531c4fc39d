import Cairn
import CairnSQL

/// The table `migration_fence`: the last move that reached this database, and whether the log is open here.
///
/// Move numbers only increase, so an earlier move has no effect after a later one.
enum MigrationFenceTable {
  /// The last move and whether the log accepts reads and writes.
  typealias Mark = (move: Int64, isOpen: Bool)

  /// Stores the mark; throws `storage.move_superseded` after a later move.
  static func put(_ move: Int64, isOpen: Bool, in connection: any SQLConnection) throws {
    let isOpen: Int64 = isOpen ? 1 : 0
    let count = try connection.count(
      """
      INSERT INTO migration_fence (move, is_open) VALUES (\(move), \(isOpen))
      ON CONFLICT (user_id) DO UPDATE SET move = excluded.move, is_open = excluded.is_open
      WHERE migration_fence.move <= excluded.move
      """
    )
    guard count == 1 else { throw CairnError.concurrentMigration }
  }

  /// Returns the mark; nil if no move reached this database.
  static func mark(in connection: any SQLConnection) throws -> Mark? {
    try connection.first("SELECT move, is_open FROM migration_fence") { row in
      (try row.integer(0), try row.integer(1) == 1)
    }
  }

  /// Throws `storage.move_superseded` unless this move fenced the log off and no later one followed.
  static func require(_ move: Int64, in connection: any SQLConnection) throws {
    guard let mark = try mark(in: connection), mark.move == move, !mark.isOpen else {
      throw CairnError.concurrentMigration
    }
  }

  /// Removes the fence after a log was deleted, so that it can be created again.
  static func lift(in connection: any SQLConnection) throws {
    try connection.run("UPDATE migration_fence SET is_open = 1")
  }
}
