package import Cairn
import CairnSQL

/// How far a device has followed a server.
package struct SyncCursor: Sendable, Equatable {
  /// The log on the server; the same after it was restored.
  package var log: RecordID
  /// The timeline of the server; another one after it was restored.
  package var epoch: RecordID
  /// The number of the last change of a record that was taken over.
  package var records: Int64 = 0
  /// The number of the last line of history that was taken over.
  package var lines: Int64 = 0
  /// When device and server last held the same; nil while they never did.
  package var agreedAt: Instant?
  /// When both last differed though everything had been compared.
  package var resyncedAt: Instant?
  /// Why both cannot agree at the moment, in a sentence; nil when nothing is in the way.
  package var problem: String?

  package init(log: RecordID, epoch: RecordID) {
    (self.log, self.epoch) = (log, epoch)
  }
}

/// The log on a server that this one follows, or followed last.
package struct FollowedLog: Sendable, Equatable {
  /// What log it is.
  package let log: RecordID
  /// The account it is of; nil on a server without accounts, and where that is not known.
  package let account: String?

  package init(_ log: RecordID, account: String? = nil) {
    (self.log, self.account) = (log, account)
  }
}

/// The table `sync`: one row in a log that follows a server, none in others.
enum SyncTable {
  static func place(in connection: any SQLConnection) throws -> SyncCursor? {
    let query: SQL = "SELECT epoch, records, lines, agreed_at, resynced_at, problem, log FROM sync"
    return try connection.first(query) { row in
      var place = SyncCursor(log: try row.id(6), epoch: try row.id(0))
      (place.records, place.lines) = (try row.integer(1), try row.integer(2))
      (place.agreedAt, place.resyncedAt) = (try row.instantOrNil(3), try row.instantOrNil(4))
      place.problem = try row.textOrNil(5)
      return place
    }
  }

  static func save(_ place: SyncCursor, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO sync (one, log, epoch, records, lines, agreed_at, resynced_at, problem)
      VALUES (1, \(place.log), \(place.epoch), \(place.records), \(place.lines), \(place.agreedAt),
        \(place.resyncedAt), \(place.problem))
      ON CONFLICT (\(key: "one")) DO UPDATE
      SET log = excluded.log, epoch = excluded.epoch, records = excluded.records, lines = excluded.lines,
        agreed_at = excluded.agreed_at, resynced_at = excluded.resynced_at,
        problem = excluded.problem
      """
    )
  }

  /// The log that is followed, or was last.
  static func followed(in connection: any SQLConnection) throws -> FollowedLog? {
    try connection.first("SELECT followed, followed_account FROM device WHERE followed IS NOT NULL")
    {
      FollowedLog(try $0.id(0), account: try $0.textOrNil(1))
    }
  }

  static func keep(_ followed: FollowedLog, in connection: any SQLConnection) throws {
    try connection.run(
      "UPDATE device SET followed = \(followed.log), followed_account = \(followed.account)"
    )
  }

  /// Follows nothing any more; which log it was stays known.
  static func remove(in connection: any SQLConnection) throws {
    try connection.run("UPDATE device SET followed = (SELECT log FROM sync) WHERE followed IS NULL")
    try connection.run("DELETE FROM sync")
    try connection.run("DELETE FROM quarantine")
    try connection.run("DELETE FROM resend")
    try UnreadableTable.empty(in: connection)
  }

  /// Whether others have, or may have, what is in this log: those who follow it, or whom it follows.
  static func isShared(in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM device WHERE epoch IS NOT NULL OR EXISTS (SELECT 1 FROM sync)"
    ) { _ in true } ?? false
  }

  /// The timeline of this log, for those who follow it; one that has none begins it.
  static func ownEpoch(_ new: RecordID, in connection: any SQLConnection) throws -> RecordID {
    if let known = try knownEpoch(in: connection) { return known }
    try connection.run("UPDATE device SET epoch = \(new)")
    return new
  }

  /// What this log is, whatever becomes of its file.
  static func ownLog(in connection: any SQLConnection) throws -> RecordID {
    guard let log = try connection.first("SELECT log FROM device", { try $0.id(0) }) else {
      throw RecordTable.malformed("log")
    }
    return log
  }

  static func knownEpoch(in connection: any SQLConnection) throws -> RecordID? {
    try connection.first("SELECT epoch FROM device WHERE epoch IS NOT NULL") { try $0.id(0) }
  }
}
