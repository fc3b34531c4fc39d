import Cairn
import CairnSQL

/// The table `seal`: a log that is not to be read or changed in this database, and the move that says so.
enum SealTable {
  /// Seals the log, for a move; an earlier move can do nothing here any more.
  static func put(_ move: RecordID, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO seal (move) VALUES (\(move))
      ON CONFLICT (user_id) DO UPDATE SET move = excluded.move
      """
    )
  }

  /// The move that sealed the log; nil where it is not sealed.
  static func move(in connection: any SQLConnection) throws -> RecordID? {
    try connection.first("SELECT move FROM seal") { try $0.id(0) }
  }

  /// Throws `storage.other_move` unless this move sealed the log.
  static func require(_ move: RecordID, in connection: any SQLConnection) throws {
    guard try Self.move(in: connection) == move else { throw CairnError.otherMove }
  }

  /// Lets the log be read and changed here.
  static func remove(in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM seal")
  }
}
