import CairnPostgres
public import CairnSQL
import CairnSQLite
import CairnStore

extension TestEngine {
  /// Gives the closure a database for accounts that has none yet, in a folder of its own.
  public func scratchHousehold<T>(
    _ body: (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await withScratchFolder { try await scratchHousehold(in: $0, body) }
  }

  /// Gives the closure a database for accounts that has none yet: names are taken once in each.
  ///
  /// A file lies in the folder, as `accounts.sqlite`.
  public func scratchHousehold<T>(
    in folder: String,
    _ body: (any SQLDatabase) async throws -> T
  ) async throws -> T {
    guard role == nil else {
      return try await body(SQLiteDatabase.open(path: folder + "/accounts.sqlite"))
    }
    let server = try await ScratchAccountDatabases.shared.lend()
    do {
      let result = try await body(server.accountService)
      try await ScratchAccountDatabases.shared.take(back: server)
      return result
    } catch {
      try await ScratchAccountDatabases.shared.take(back: server)
      throw error
    }
  }
}

/// The databases for accounts of the tests of this process, of which each test has one alone.
private actor ScratchAccountDatabases {
  static let shared = ScratchAccountDatabases()
  /// As many as `Scripts/postgres.sh` makes.
  private static let count = 8
  private var made = 0
  private var free: [PostgresServer] = []
  private var waiting: [CheckedContinuation<PostgresServer, Never>] = []

  /// A database without accounts; waits in turn while tests have all.
  func lend() async throws -> PostgresServer {
    if let server = free.popLast() { return server }
    guard made == Self.count else {
      made += 1
      let server = try await PostgresServer.scratchHousehold(made)
      try await Accounts.prepare(server.accountService)
      return server
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func take(back server: PostgresServer) async throws {
    try await server.accountService.alter { connection in
      try connection.script(
        """
        DO $$
        DECLARE
          name text;
        BEGIN
          FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r'
            AND relnamespace = 'household'::regnamespace AND relname <> 'migration'
          LOOP
            EXECUTE format('TRUNCATE household.%I CASCADE', name);
          END LOOP;
        END $$
        """
      )
    }
    if waiting.isEmpty {
      free.append(server)
    } else {
      waiting.removeFirst().resume(returning: server)
    }
  }
}
