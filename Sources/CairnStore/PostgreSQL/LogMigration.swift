package import Cairn
package import CairnSQL

/// The move of one log between PostgreSQL databases while servers run, and its removal.
///
/// A log accepts writes in at most one database: the one that the directory names, unless it is fenced off there. An
/// interrupted move can be repeated, to the same database or back (docs/adr/0025-several-databases.md).
package struct LogMigration: Sendable {
  private let accounts: Accounts
  private let account: Identifier<Account>
  /// The log in each database, bypassing the fence; nil is the name of the accounts database.
  private let databases: [String?: any SQLDatabase]

  /// The result of a move.
  package struct Outcome: Sendable {
    /// Whether the log was in another database before.
    package let isNew: Bool
    /// The unreachable databases that may still have rows of the log.
    package let left: [String?]
  }

  /// Creates a move among databases with transactions that belong to this account and ignore the fence.
  package init(
    of account: Identifier<Account>,
    in accounts: Accounts,
    among databases: [String?: any SQLDatabase]
  ) {
    (self.account, self.accounts, self.databases) = (account, accounts, databases)
  }

  /// Moves the log to a database, or finds it there if the directory was restored from an older backup.
  ///
  /// Throws `storage.unknown_shard` for an unknown database, `storage.duplicate_database` for another name of the
  /// current one, `storage.log_exists` if another database has an open log of this account, `storage.no_log`,
  /// `storage.copy_differs` and `storage.move_superseded`.
  @discardableResult
  package func run(to shard: String?) async throws -> Outcome {
    let (target, source) = (try database(shard), try await accounts.shard(of: account))
    if let other = await open(besides: [source, shard]).first { throw CairnError.logIn(other) }
    let begun = try await begin(touching: [source, shard])
    if begun.shard != shard {
      let exists = try await translated { try await Self.isOpen(target) }
      try await exists ? find(begun, in: shard) : move(from: begun, to: shard)
    }
    try await translated { try await Self.open(target, for: begun.number) }
    let left = await clear(begun, besides: shard)
    // The log has moved even if this fails; the next move repeats it.
    if left.isEmpty { try? await accounts.settle(begun.number, of: account) }
    return Outcome(isNew: begun.shard != shard, left: left)
  }

  /// Returns the other reachable databases with an open log, which the directory does not list.
  private func open(besides names: [String?]) async -> [String?] {
    var found: [String?] = []
    for (name, database) in databases where !names.contains(name) {
      if (try? await Self.isOpen(database)) == true { found.append(name) }
    }
    return found
  }

  /// Deletes the log when its account is deleted: leftover rows and open copies first, then the current database.
  ///
  /// The fence stays, so that servers with an open log cannot write. Throws if a database that the directory lists is
  /// unreachable; the log is then unchanged. An interrupted removal can be repeated.
  package func remove() async throws {
    let places = try await accounts.places(of: account)
    let begun = try await begin(touching: places + (await open(besides: places)))
    try await translated {
      for name in begun.rest(besides: begun.shard) + [begun.shard] {
        try await Self.remove(from: try database(name), for: begun.number)
      }
    }
  }

  /// Removes the fence in a database where a log of the account was deleted, so that it can be created again.
  package func lift(in shard: String?) async throws {
    let target = try database(shard)
    try await translated { try await target.write { try MigrationFenceTable.lift(in: $0) } }
  }

  /// Returns the number with which to fence the log off; earlier moves can no longer finish.
  package func beginSealing() async throws -> Int64 {
    try await begin(touching: [try await accounts.shard(of: account)]).number
  }

  /// Blocks all reads and writes of the log where it is, except those that ignore the fence.
  ///
  /// Pending writes have committed by then. The log may be fenced off even if this throws. Throws `storage.no_log`.
  package func seal(_ number: Int64) async throws {
    let source = try database(try await accounts.shard(of: account))
    _ = try await translated { try await Self.seal(source, for: number) }
  }

  /// Reopens a log after ``seal(_:)`` with the same number.
  ///
  /// Throws `storage.move_superseded` if it was not fenced off with it, or another move has started.
  package func reopen(_ number: Int64) async throws {
    let source = try database(try await accounts.shard(of: account))
    try await translated { try await Self.reopen(source, by: number) }
  }

  private func database(_ shard: String?) throws -> any SQLDatabase {
    guard let database = databases[shard] else { throw CairnError.noShard(shard ?? Accounts.home) }
    return database
  }

  /// Starts a move, after checking that its databases are reachable and distinct.
  private func begin(touching names: [String?]) async throws -> StartedMigration {
    var (found, last): ([String: String?], Int64) = ([:], 0)
    for name in names where !found.values.contains(name) {
      let database = try database(name)
      let (id, move) = try await translated {
        try await database.read {
          (try LogRows.database(in: $0), try MigrationFenceTable.mark(in: $0)?.move ?? 0)
        }
      }
      if let other = found.updateValue(name, forKey: id) {
        throw CairnError.sameDatabase(name, other)
      }
      last = max(last, move)
    }
    return try await accounts.startMigration(of: account, touching: names, above: last)
  }

  /// Updates the directory to a database that already has the open log, after an unknown move.
  ///
  /// Fences off the log that the directory names. Neither log is deleted unless the other one is the same log and has
  /// all of its history.
  private func find(_ begun: StartedMigration, in shard: String?) async throws {
    let (source, target) = (try database(begun.shard), try database(shard))
    try await translated {
      let sourceHasLog = try await source.read { try LogRows.exists(in: $0) }
      do {
        if sourceHasLog {
          _ = try await Self.seal(source, for: begun.number)
          try await Self.requireSame(source, within: target)
        }
        try await target.write { try $0.run("UPDATE device SET epoch = NULL") }
        try await accounts.finishMigration(begun.number, of: account, in: shard)
      } catch {
        guard sourceHasLog, (error as? CairnError)?.code != "storage.unknown_commit" else {
          throw error
        }
        try? await Self.reopen(source, by: begun.number)
        throw error
      }
    }
  }

  /// Fences the source off first, so that ``empty(_:for:)`` cannot delete it under another name.
  private func move(from begun: StartedMigration, to shard: String?) async throws {
    let (source, target) = (try database(begun.shard), try database(shard))
    try await translated {
      let tables = try await Self.seal(source, for: begun.number)
      do {
        try await Self.empty(target, for: begun.number)
        for table in tables {
          try await Self.copy(table, from: source, to: target, by: begun.number)
        }
        try await Self.compare(source, target, begun.number)
        try await accounts.finishMigration(begun.number, of: account, in: shard)
      } catch {
        // The directory may already name the target.
        guard (error as? CairnError)?.code != "storage.unknown_commit" else { throw error }
        try? await Self.reopen(source, by: begun.number)
        throw error
      }
    }
  }

  /// Deletes what moves left in other databases; returns those where it failed.
  private func clear(_ begun: StartedMigration, besides shard: String?) async -> [String?] {
    var left: [String?] = []
    for name in begun.rest(besides: shard) {
      let isClear = try? await Self.clear(try database(name), for: begun.number)
      if isClear != true { left.append(name) }
    }
    return left
  }

  private func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}
