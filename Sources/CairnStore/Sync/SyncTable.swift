package import Cairn
package import CairnSQL

/// A device's position in the changes of a server.
package struct SyncCursor: Sendable, Equatable {
  /// The log on the server; unchanged by a restore.
  package var log: RecordID
  /// The epoch of the server; changed by a restore.
  package var epoch: RecordID
  /// The number of the last record change that was applied.
  package var records: Int64 = 0
  /// The number of the last history entry that was applied.
  package var mutations: Int64 = 0
  /// When the checksums last matched; nil if they never did.
  package var agreedAt: Instant?
  /// When they last differed after a full comparison.
  package var resyncedAt: Instant?
  /// The current obstacle to agreement, in a sentence; nil if there is none.
  package var problem: String?

  package init(log: RecordID, epoch: RecordID) {
    (self.log, self.epoch) = (log, epoch)
  }
}

/// The remote log that this one follows, or followed last.
package struct RemoteLog: Sendable, Equatable {
  /// The id of the log.
  package let log: RecordID
  /// The account that owns it; nil on a server without accounts, or if unknown.
  package let account: String?

  package init(_ log: RecordID, account: String? = nil) {
    (self.log, self.account) = (log, account)
  }
}

/// The table `sync`: one row in a log that follows a server, none in others.
package enum SyncTable {
  /// Returns the cursor; nil in a log that follows no server.
  package static func cursor(in connection: any SQLConnection) throws -> SyncCursor? {
    let query: SQL =
      "SELECT epoch, records, mutations, agreed_at, resynced_at, problem, log FROM sync"
    return try connection.first(query) { row in
      var cursor = try SyncCursor(log: row["log"], epoch: row["epoch"])
      (cursor.records, cursor.mutations) = try (row["records"], row["mutations"])
      (cursor.agreedAt, cursor.resyncedAt) = try (row["agreed_at"], row["resynced_at"])
      cursor.problem = try row["problem"]
      return cursor
    }
  }

  /// Stores the cursor, and thereby starts to follow its server.
  package static func save(_ cursor: SyncCursor, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO sync (one, log, epoch, records, mutations, agreed_at, resynced_at, problem)
      VALUES (1, \(cursor.log), \(cursor.epoch), \(cursor.records), \(cursor.mutations), \(cursor.agreedAt),
        \(cursor.resyncedAt), \(cursor.problem))
      ON CONFLICT (\(key: "one")) DO UPDATE
      SET log = excluded.log, epoch = excluded.epoch, records = excluded.records, mutations = excluded.mutations,
        agreed_at = excluded.agreed_at, resynced_at = excluded.resynced_at,
        problem = excluded.problem
      """
    )
  }

  /// Returns the remote log that is followed, or was last.
  package static func followed(in connection: any SQLConnection) throws -> RemoteLog? {
    try connection.first("SELECT followed, followed_account FROM device WHERE followed IS NOT NULL")
    {
      RemoteLog(try $0["followed"], account: try $0["followed_account"])
    }
  }

  /// Stores the remote log that is followed.
  package static func keep(_ followed: RemoteLog, in connection: any SQLConnection) throws {
    try connection.run(
      "UPDATE device SET followed = \(followed.log), followed_account = \(followed.account)"
    )
  }

  /// Stops following; keeps the id of the remote log.
  package static func remove(in connection: any SQLConnection) throws {
    try connection.run("UPDATE device SET followed = (SELECT log FROM sync) WHERE followed IS NULL")
    try connection.run("DELETE FROM sync")
    try connection.run("DELETE FROM quarantine")
    try connection.run("DELETE FROM resend")
    try UnreadableTable.empty(in: connection)
  }

  /// Returns whether another log may have the content: this one follows a server, or was followed.
  static func isShared(in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM device WHERE epoch IS NOT NULL OR EXISTS (SELECT 1 FROM sync)"
    ) { _ in true } ?? false
  }

  /// Returns the epoch of this log, after storing `new` if it has none.
  package static func localEpoch(
    _ new: RecordID,
    in connection: any SQLConnection
  ) throws -> RecordID {
    if let known = try knownEpoch(in: connection) { return known }
    try connection.run("UPDATE device SET epoch = \(new)")
    return new
  }

  /// Returns the id of this log, which does not depend on its file.
  package static func localLog(in connection: any SQLConnection) throws -> RecordID {
    guard let log: RecordID = try connection.value("SELECT log FROM device") else {
      throw RecordTable.malformed("log")
    }
    return log
  }

  /// Returns the epoch of this log; nil if it was never followed.
  package static func knownEpoch(in connection: any SQLConnection) throws -> RecordID? {
    try connection.value("SELECT epoch FROM device WHERE epoch IS NOT NULL")
  }
}
