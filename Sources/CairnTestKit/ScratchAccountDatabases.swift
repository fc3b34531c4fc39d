import CairnAccounts
import CairnPostgres
public import CairnSQL
import CairnSQLite

extension TestEngine {
  /// Runs the closure with an empty account database in a new folder.
  public func scratchAccountDatabase<T>(
    _ body: (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await withScratchFolder { try await scratchAccountDatabase(in: $0, body) }
  }

  /// Runs the closure with an empty account database; names are unique per database.
  ///
  /// A SQLite database is created in the folder as `accounts.sqlite`.
  public func scratchAccountDatabase<T>(
    in folder: String,
    _ body: (any SQLDatabase) async throws -> T
  ) async throws -> T {
    guard role == nil else {
      return try await body(SQLiteDatabase.open(path: folder + "/accounts.sqlite"))
    }
    let server = try await ScratchAccountDatabases.shared.acquire()
    do {
      let result = try await body(server.sharedTables)
      try await ScratchAccountDatabases.shared.take(back: server)
      return result
    } catch {
      try await ScratchAccountDatabases.shared.take(back: server)
      throw error
    }
  }
}

/// The pool of account databases for the tests of this process; each test has one exclusively.
private actor ScratchAccountDatabases {
  static let shared = ScratchAccountDatabases()
  /// The number of databases that `Scripts/postgres.sh` creates.
  private static let count = 8
  private var createdCount = 0
  private var free: [PostgresServer] = []
  private var waiting: [CheckedContinuation<PostgresServer, Never>] = []

  /// Returns an empty database; waits in FIFO order while tests use all of them.
  func acquire() async throws -> PostgresServer {
    if let server = free.popLast() { return server }
    guard createdCount == Self.count else {
      createdCount += 1
      let server = try await PostgresServer.scratchAccountDatabase(createdCount)
      try await Accounts.prepare(server.sharedTables)
      return server
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func take(back server: PostgresServer) async throws {
    try await server.sharedTables.writeSchema { connection in
      try connection.script(
        """
        DO $$
        DECLARE
          name text;
        BEGIN
          FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r'
            AND relnamespace = 'accounts'::regnamespace AND relname <> 'migration'
          LOOP
            EXECUTE format('TRUNCATE accounts.%I CASCADE', name);
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
