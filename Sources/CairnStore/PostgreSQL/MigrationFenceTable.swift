import Cairn
import CairnSQL

/// The table `seal`: the last move of a log that came to this database, and whether the log is open here.
///
/// Numbers of moves only grow, so an earlier move can do nothing any more where a later one has been.
enum MigrationFenceTable {
  /// What a move left here; open where the log is to be read and changed.
  typealias Mark = (move: Int64, isOpen: Bool)

  /// Marks the log; throws `storage.other_move` where a later move has been.
  static func put(_ move: Int64, isOpen: Bool, in connection: any SQLConnection) throws {
    let isOpen: Int64 = isOpen ? 1 : 0
    let count = try connection.count(
      """
      INSERT INTO migration_fence (move, is_open) VALUES (\(move), \(isOpen))
      ON CONFLICT (user_id) DO UPDATE SET move = excluded.move, is_open = excluded.is_open
      WHERE migration_fence.move <= excluded.move
      """
    )
    guard count == 1 else { throw CairnError.otherMove }
  }

  /// The mark; nil where no move has been.
  static func mark(in connection: any SQLConnection) throws -> Mark? {
    try connection.first("SELECT move, is_open FROM migration_fence") { row in
      (try row.integer(0), try row.integer(1) == 1)
    }
  }

  /// Throws `storage.other_move` unless this move has sealed the log, and none has come since.
  static func require(_ move: Int64, in connection: any SQLConnection) throws {
    guard let mark = try mark(in: connection), mark.move == move, !mark.isOpen else {
      throw CairnError.otherMove
    }
  }

  /// Lets a log be made here where one was removed.
  static func lift(in connection: any SQLConnection) throws {
    try connection.run("UPDATE migration_fence SET is_open = 1")
  }
}
