package import Cairn
package import CairnSQL

/// The move of one log from one PostgreSQL database to another, while servers serve it
/// (docs/adr/0025-several-databases.md).
///
/// At each moment the log is taken in one place at most: the one that the directory names, and only
/// unless it is sealed there. Cut off anywhere, it is run again, to the same place or back.
package struct LogMove: Sendable {
  private let accounts: Accounts
  private let account: Identifier<Account>
  /// The log as each database has it, past its seal; nil is the name of the one of the accounts.
  private let databases: [String?: any SQLDatabase]

  /// Prepares a move among databases, in each of which transactions are this account's and ask for
  /// no seal.
  package init(
    of account: Identifier<Account>,
    in accounts: Accounts,
    among databases: [String?: any SQLDatabase]
  ) {
    (self.account, self.accounts, self.databases) = (account, accounts, databases)
  }

  /// Moves the log to a database; whether it was not there yet.
  ///
  /// Throws `storage.no_shard` for a database that is not known, `storage.log_there` for one with a log
  /// of this account that is not sealed, `storage.no_log`, `storage.copy_differs` and
  /// `storage.other_move`.
  @discardableResult
  package func run(to shard: String?) async throws -> Bool {
    let target = try database(shard)
    let (move, now) = try await accounts.beginMove(of: account)
    if now != shard {
      try await copy(from: try database(now), to: target, by: move)
      try await accounts.endMove(move, of: account, in: shard)
    }
    try await translated { try await Self.open(target) }
    for (name, other) in databases where name != shard {
      try await translated { try await Self.clear(other) }
    }
    return now != shard
  }

  /// Removes what moves left of a log, for the end of its account: seals, and all that is sealed.
  package func forget() async throws {
    for database in databases.values {
      try await database.write { connection in
        guard try SealTable.move(in: connection) != nil else { return }
        try LogRows.forget(in: connection)
        try SealTable.remove(in: connection)
      }
    }
  }

  private func database(_ shard: String?) throws -> any SQLDatabase {
    guard let database = databases[shard] else { throw CairnError.noShard(shard ?? "home") }
    return database
  }

  /// The target is sealed first: a name that leads to the same database is refused before anything
  /// is done.
  private func copy(
    from source: any SQLDatabase,
    to target: any SQLDatabase,
    by move: RecordID
  ) async throws {
    try await translated {
      try await Self.empty(target, for: move)
      let tables = try await Self.seal(source, for: move)
      do {
        for table in tables { try await Self.copy(table, from: source, to: target, by: move) }
        let sums = (try await Self.sum(source, move), try await Self.sum(target, move))
        guard sums.0 == sums.1 else { throw CairnError.copyDiffers }
      } catch {
        try? await Self.reopen(source, by: move)
        throw error
      }
    }
  }

  private static func empty(_ target: any SQLDatabase, for move: RecordID) async throws {
    try await target.write { connection in
      let isOpen = try SealTable.move(in: connection) == nil
      guard try !isOpen || !LogRows.isThere(in: connection) else { throw CairnError.logThere }
      try SealTable.put(move, in: connection)
      try LogRows.forget(in: connection)
    }
  }

  /// A write that had begun has ended by then, and none begins any more.
  private static func seal(_ source: any SQLDatabase, for move: RecordID) async throws -> [String] {
    try await source.write { connection in
      guard try LogRows.isThere(in: connection) else { throw CairnError.noLog }
      try SealTable.put(move, in: connection)
      return try LogRows.tables(in: connection)
    }
  }

  private static func copy(
    _ table: String,
    from source: any SQLDatabase,
    to target: any SQLDatabase,
    by move: RecordID
  ) async throws {
    var count = 0
    while true {
      let past = count
      let rows = try await source.read { try LogRows.page(of: table, after: past, in: $0) }
      guard !rows.isEmpty else { return }
      try await target.write { connection in
        try SealTable.require(move, in: connection)
        try LogRows.put(rows, into: table, in: connection)
      }
      count += rows.count
    }
  }

  private static func sum(_ database: any SQLDatabase, _ move: RecordID) async throws -> String? {
    try await database.read { connection in
      try SealTable.require(move, in: connection)
      return try LogRows.sum(in: connection)
    }
  }

  /// Lets the log go on where it was, unless a later move has sealed it since.
  private static func reopen(_ source: any SQLDatabase, by move: RecordID) async throws {
    try await source.write { connection in
      if try SealTable.move(in: connection) == move { try SealTable.remove(in: connection) }
    }
  }

  /// Those who sync learn that it is another timeline, and compare everything (spec/sync.md 3.5).
  private static func open(_ target: any SQLDatabase) async throws {
    try await target.write { connection in
      guard try LogRows.isThere(in: connection) else { throw CairnError.noLog }
      guard try SealTable.move(in: connection) != nil else { return }
      try connection.run("UPDATE device SET epoch = NULL")
      try SealTable.remove(in: connection)
    }
  }

  /// Removes what is left where the log is sealed; the seal stays.
  private static func clear(_ other: any SQLDatabase) async throws {
    try await other.write { connection in
      if try SealTable.move(in: connection) != nil { try LogRows.forget(in: connection) }
    }
  }

  private func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}

extension CairnError {
  /// The refusal of a database that is not named.
  package static func noShard(_ name: String) -> CairnError {
    CairnError(
      "storage.no_shard",
      "There is no database “\(name)” among those that logs lie in.",
      hint: "Name it in the file of --database-shards, the same for all servers."
    )
  }

  /// The refusal of a log that is not where it ought to be.
  package static var noLog: CairnError {
    CairnError(
      "storage.no_log",
      "The log of this account is gone from the database.",
      hint: "Restore the database from a backup, or remove the account."
    )
  }

  fileprivate static var logThere: CairnError {
    CairnError(
      "storage.log_there",
      "That database has a log of this account already, which is not sealed.",
      hint: "Check that no two names lead to one database, and which log is the right one."
    )
  }

  fileprivate static var copyDiffers: CairnError {
    CairnError(
      "storage.copy_differs",
      "The copy is not what was copied.",
      hint: "The log goes on where it lies. Check both databases, and move it again."
    )
  }
}
