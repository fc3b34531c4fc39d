import Cairn
import CairnSQL

/// What a move does in a database, a transaction each, and in none to which a later move has come.
extension LogMigration {
  /// A write that had begun has ended by then, and none begins any more.
  static func seal(_ source: any SQLDatabase, for move: Int64) async throws -> [String] {
    try await source.write { connection in
      guard try LogRows.isThere(in: connection) else { throw CairnError.noLog }
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      return try LogRows.tables(in: connection)
    }
  }

  static func empty(_ target: any SQLDatabase, for move: Int64) async throws {
    try await target.write { connection in
      let mark = try MigrationFenceTable.mark(in: connection)
      // Sealed by this very move: it is the source.
      guard mark?.move != move else { throw CairnError.logThere }
      guard try mark?.isOpen == false || !LogRows.isThere(in: connection) else {
        throw CairnError.logThere
      }
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      try LogRows.forget(in: connection)
    }
  }

  static func copy(
    _ table: String,
    from source: any SQLDatabase,
    to target: any SQLDatabase,
    by move: Int64
  ) async throws {
    var count = 0
    while true {
      let past = count
      let rows = try await source.read { connection in
        try MigrationFenceTable.require(move, in: connection)
        return try LogRows.page(of: table, after: past, in: connection)
      }
      guard !rows.isEmpty else { return }
      try await target.write { connection in
        try MigrationFenceTable.require(move, in: connection)
        try LogRows.put(rows, into: table, in: connection)
      }
      count += rows.count
    }
  }

  static func compare(
    _ source: any SQLDatabase,
    _ target: any SQLDatabase,
    _ move: Int64
  ) async throws {
    let sums = (try await sum(source, move), try await sum(target, move))
    guard sums.0 == sums.1 else { throw CairnError.copyDiffers }
  }

  private static func sum(_ database: any SQLDatabase, _ move: Int64) async throws -> String? {
    try await database.read { connection in
      try MigrationFenceTable.require(move, in: connection)
      return try LogRows.sum(in: connection)
    }
  }

  /// Whether a database has the log, and it may be written there.
  static func isOpen(_ database: any SQLDatabase) async throws -> Bool {
    try await database.read { connection in
      guard try LogRows.isThere(in: connection) else { return false }
      return try MigrationFenceTable.mark(in: connection)?.isOpen ?? true
    }
  }

  /// Throws `storage.log_there` unless both are one log, and a line of history of the first is one of the second.
  static func requireSame(
    _ log: any SQLDatabase,
    within other: any SQLDatabase
  ) async throws {
    let (one, two) = (try await identity(of: log), try await identity(of: other))
    guard one.log == two.log else { throw CairnError.logThere }
    let alone = one.lines.subtracting(two.lines).count
    guard alone == 0 else { throw CairnError.twoLogs(alone) }
  }

  /// Which log it is, the same wherever it is moved, and the ids of all lines of its history.
  private static func identity(
    of database: any SQLDatabase
  ) async throws -> (log: RecordID?, lines: Set<RecordID>) {
    try await database.read { connection in
      let log = try connection.first("SELECT log FROM device") { try $0.id(0) }
      return (log, Set(try connection.all("SELECT id FROM mutation") { try $0.id(0) }))
    }
  }

  /// Removes all that there is, and lets nothing be written any more.
  static func remove(from database: any SQLDatabase, for move: Int64) async throws {
    try await database.write { connection in
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      try LogRows.forget(in: connection)
    }
  }

  /// Lets the log go on where it was, unless a later move has sealed it since.
  static func reopen(_ source: any SQLDatabase, by move: Int64) async throws {
    try await source.write { connection in
      try MigrationFenceTable.require(move, in: connection)
      try MigrationFenceTable.put(move, isOpen: true, in: connection)
    }
  }

  /// Lets the log be used where the directory says that it lies, unless a later move has been here.
  ///
  /// Those who sync learn that it is another timeline, and compare everything (spec/sync.md 3.5).
  static func open(_ target: any SQLDatabase, for move: Int64) async throws {
    try await target.write { connection in
      guard try LogRows.isThere(in: connection) else { throw CairnError.noLog }
      let wasOpen = try MigrationFenceTable.mark(in: connection)?.isOpen ?? true
      try MigrationFenceTable.put(move, isOpen: true, in: connection)
      if !wasOpen { try connection.run("UPDATE device SET epoch = NULL") }
    }
  }

  /// Removes what is left where the log is not open, unless a later move has been here; gives whether it did.
  ///
  /// The seal stays, or is put, so that no earlier move leaves anything any more.
  static func clear(_ other: any SQLDatabase, for move: Int64) async throws -> Bool {
    try await other.write { connection in
      let mark = try MigrationFenceTable.mark(in: connection)
      guard try mark.map({ !$0.isOpen && $0.move <= move }) ?? !LogRows.isThere(in: connection)
      else { return false }
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      try LogRows.forget(in: connection)
      return true
    }
  }
}
