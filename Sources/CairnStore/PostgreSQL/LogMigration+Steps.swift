import Cairn
import CairnSQL

/// The steps of a move in one database, each in a transaction that fails after a later move.
extension LogMigration {
  /// Fences the log off after pending writes committed, so that no new one starts; returns its tables.
  ///
  /// Throws `storage.no_log` and `storage.move_superseded`.
  static func seal(_ source: any SQLDatabase, for move: Int64) async throws -> [String] {
    try await source.write { connection in
      guard try LogRows.exists(in: connection) else { throw CairnError.noLog }
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      return try LogRows.tables(in: connection)
    }
  }

  static func empty(_ target: any SQLDatabase, for move: Int64) async throws {
    try await target.write { connection in
      let mark = try MigrationFenceTable.mark(in: connection)
      // Fenced by this move, so it is the source under another name.
      guard mark?.move != move else { throw CairnError.logThere }
      guard try mark?.isOpen == false || !LogRows.exists(in: connection) else {
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

  /// Returns whether a database has the log and allows writes to it.
  static func isOpen(_ database: any SQLDatabase) async throws -> Bool {
    try await database.read { connection in
      guard try LogRows.exists(in: connection) else { return false }
      return try MigrationFenceTable.mark(in: connection)?.isOpen ?? true
    }
  }

  /// Throws `storage.log_exists` unless both are one log, and the second has all mutations of the first.
  static func requireSame(
    _ log: any SQLDatabase,
    within other: any SQLDatabase
  ) async throws {
    let (one, two) = (try await identity(of: log), try await identity(of: other))
    guard one.log == two.log else { throw CairnError.logThere }
    let onlyInFirst = one.lines.subtracting(two.lines).count
    guard onlyInFirst == 0 else { throw CairnError.twoLogs(onlyInFirst) }
  }

  /// Returns the id of the log, which moves do not change, and the ids of all its mutations.
  private static func identity(
    of database: any SQLDatabase
  ) async throws -> (log: RecordID?, lines: Set<RecordID>) {
    try await database.read { connection in
      let log = try connection.first("SELECT log FROM device") { try $0.id(0) }
      return (log, Set(try connection.all("SELECT id FROM mutation") { try $0.id(0) }))
    }
  }

  /// Deletes all rows and fences the log off.
  static func remove(from database: any SQLDatabase, for move: Int64) async throws {
    try await database.write { connection in
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      try LogRows.forget(in: connection)
    }
  }

  /// Reopens the log at its source, unless a later move has fenced it off.
  static func reopen(_ source: any SQLDatabase, by move: Int64) async throws {
    try await source.write { connection in
      try MigrationFenceTable.require(move, in: connection)
      try MigrationFenceTable.put(move, isOpen: true, in: connection)
    }
  }

  /// Opens the log in the database that the directory names, unless a later move reached it.
  ///
  /// Sync clients see a new epoch and compare everything (spec/sync.md 3.5).
  static func open(_ target: any SQLDatabase, for move: Int64) async throws {
    try await target.write { connection in
      guard try LogRows.exists(in: connection) else { throw CairnError.noLog }
      let wasOpen = try MigrationFenceTable.mark(in: connection)?.isOpen ?? true
      try MigrationFenceTable.put(move, isOpen: true, in: connection)
      if !wasOpen { try connection.run("UPDATE device SET epoch = NULL") }
    }
  }

  /// Deletes remaining rows if the log is not open here, and returns whether it did.
  ///
  /// Skips a database that a later move reached. Leaves a fence, so that an earlier move cannot write any more.
  static func clear(_ other: any SQLDatabase, for move: Int64) async throws -> Bool {
    try await other.write { connection in
      let mark = try MigrationFenceTable.mark(in: connection)
      guard try mark.map({ !$0.isOpen && $0.move <= move }) ?? !LogRows.exists(in: connection)
      else { return false }
      try MigrationFenceTable.put(move, isOpen: false, in: connection)
      try LogRows.forget(in: connection)
      return true
    }
  }
}
