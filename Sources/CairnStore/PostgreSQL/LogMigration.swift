package import Cairn
package import CairnSQL

/// The move of one log from one PostgreSQL database to another, while servers serve it, and its end
/// (docs/adr/0025-several-databases.md).
///
/// At each moment the log is taken in one place at most: the one that the directory names, and only
/// unless it is sealed there. Cut off anywhere, it is run again, to the same place or back.
package struct LogMigration: Sendable {
  private let accounts: Accounts
  private let account: Identifier<Account>
  /// The log as each database has it, past its seal; nil is the name of the one of the accounts.
  private let databases: [String?: any SQLDatabase]

  /// What a move came to.
  package struct Outcome: Sendable {
    /// Whether the log was not there yet.
    package let isNew: Bool
    /// The databases in which something may be left of it, that could not be reached.
    package let left: [String?]
  }

  /// Prepares a move among databases, in each of which transactions are this account's and ask for
  /// no seal.
  package init(
    of account: Identifier<Account>,
    in accounts: Accounts,
    among databases: [String?: any SQLDatabase]
  ) {
    (self.account, self.accounts, self.databases) = (account, accounts, databases)
  }

  /// Moves the log to a database, or finds it again there where the directory was restored from before a
  /// move that brought it there.
  ///
  /// Throws `storage.no_shard` for a database that is not known, `storage.one_database` for another name
  /// of where it lies, `storage.log_there` where another has a log of this account that is open,
  /// `storage.no_log`, `storage.copy_differs` and `storage.other_move`.
  @discardableResult
  package func run(to shard: String?) async throws -> Outcome {
    let (target, source) = (try database(shard), try await accounts.shard(of: account))
    if let other = await open(besides: [source, shard]).first { throw CairnError.logIn(other) }
    let begun = try await begin(touching: [source, shard])
    if begun.shard != shard {
      let isThere = try await translated { try await Self.isOpen(target) }
      try await isThere ? find(begun, in: shard) : move(from: begun, to: shard)
    }
    try await translated { try await Self.open(target, for: begun.number) }
    let left = await clear(begun, besides: shard)
    // The log has moved, whatever becomes of this: it is asked for once more by the next move.
    if left.isEmpty { try? await accounts.settle(begun.number, of: account) }
    return Outcome(isNew: begun.shard != shard, left: left)
  }

  /// The databases besides some that answer and have the log open, of which the directory knows nothing.
  private func open(besides names: [String?]) async -> [String?] {
    var found: [String?] = []
    for (name, database) in databases where !names.contains(name) {
      if (try? await Self.isOpen(database)) == true { found.append(name) }
    }
    return found
  }

  /// Removes the log, for the end of its account: wherever moves left something of it, or it is open, first,
  /// then where it lies.
  ///
  /// Its seal stays, so nothing is written any more by whoever has it open. Throws where a database that the
  /// directory names cannot be reached; the log is whole then. Cut off anywhere, it is run again.
  package func remove() async throws {
    let places = try await accounts.places(of: account)
    let begun = try await begin(touching: places + (await open(besides: places)))
    try await translated {
      for name in begun.rest(besides: begun.shard) + [begun.shard] {
        try await Self.remove(from: try database(name), for: begun.number)
      }
    }
  }

  /// Lets the log be made in a database, where one of the same account was removed.
  package func lift(in shard: String?) async throws {
    let target = try database(shard)
    try await translated { try await target.write { try MigrationFenceTable.lift(in: $0) } }
  }

  /// The number under which the log may be sealed where it lies; earlier moves of it cannot end any more.
  package func beginSealing() async throws -> Int64 {
    try await begin(touching: [try await accounts.shard(of: account)]).number
  }

  /// Has nothing be written or read any more where the log lies, but by whoever asks for no seal.
  ///
  /// A write that had begun has ended by then. Whatever is thrown, it may be sealed. Throws `storage.no_log`.
  package func seal(_ number: Int64) async throws {
    let source = try database(try await accounts.shard(of: account))
    _ = try await translated { try await Self.seal(source, for: number) }
  }

  /// Lets the log go on where ``seal(_:)`` stopped it under a number; throws `storage.other_move` where it did not, or
  /// another move has begun since.
  package func reopen(_ number: Int64) async throws {
    let source = try database(try await accounts.shard(of: account))
    try await translated { try await Self.reopen(source, by: number) }
  }

  private func database(_ shard: String?) throws -> any SQLDatabase {
    guard let database = databases[shard] else { throw CairnError.noShard(shard ?? Accounts.home) }
    return database
  }

  /// Begins a move, once all databases that it needs have answered, and are not one by two names.
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
        throw CairnError.oneDatabase(name, other)
      }
      last = max(last, move)
    }
    return try await accounts.beginMove(of: account, touching: names, above: last)
  }

  /// Has the directory name a database that has the log open already, since a move of which it does not know.
  ///
  /// The log that it names is sealed; unless the other is the same and has all of its history, neither is
  /// given up.
  private func find(_ begun: StartedMigration, in shard: String?) async throws {
    let (source, target) = (try database(begun.shard), try database(shard))
    try await translated {
      let isTwo = try await source.read { try LogRows.isThere(in: $0) }
      do {
        if isTwo {
          _ = try await Self.seal(source, for: begun.number)
          try await Self.requireSame(source, within: target)
        }
        try await target.write { try $0.run("UPDATE device SET epoch = NULL") }
        try await accounts.endMove(begun.number, of: account, in: shard)
      } catch {
        guard isTwo, (error as? CairnError)?.code != "storage.unknown_commit" else { throw error }
        try? await Self.reopen(source, by: begun.number)
        throw error
      }
    }
  }

  /// The source is sealed first, so that another name of it is never emptied.
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
        try await accounts.endMove(begun.number, of: account, in: shard)
      } catch {
        // The directory may name the target.
        guard (error as? CairnError)?.code != "storage.unknown_commit" else { throw error }
        try? await Self.reopen(source, by: begun.number)
        throw error
      }
    }
  }

  /// Removes what moves left besides one database; gives those where it could not be done.
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
