import Cairn
import CairnAccounts
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnTestKit
import Testing

@Suite struct `An account after an unknown commit result` {
  @Test(arguments: [true, false])
  func `keeps its log, and is found if the commit succeeded`(isDone: Bool) async throws {
    try await withScratchFolder { folder in
      let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
      let file = try await SQLiteDatabase.open(path: folder + "/accounts.sqlite")
      _ = try await Accounts.open(file, environment: environment)
      let accountService = AccountService(
        try await Accounts.open(
          ForgetfulDatabase(database: file, isDone: isDone),
          environment: environment
        ),
        logs: StayingLogs(logs: ScratchLogs(folder: folder, environment: environment)),
        passwords: try PasswordThread()
      )
      let making = Task {
        try await accountService.add("anna", password: ServedAccounts.password, zone: "UTC")
      }
      switch await making.result {
      case .success(let account): #expect(isDone && account.name == "anna")
      case .failure(let error):
        #expect(!isDone && (error as? CairnError)?.code == "storage.unknown_commit")
      }
    }
  }
}

/// A database that loses its connection at each commit, before or after it takes effect.
private struct ForgetfulDatabase: SQLDatabase {
  let database: SQLiteDatabase
  let isDone: Bool

  var dialect: SQLDialect { database.dialect }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await database.read(body)
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if isDone { _ = try await database.write(body) }
    throw StorageError(.unknownCommit, "The connection was lost at the commit.")
  }

  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T { try await database.writeSchema(body) }

  func changes() -> AsyncStream<Set<String>> { database.changes() }

  func close() async {}
}

/// Logs that must not be removed.
private struct StayingLogs: LogProvider {
  let logs: ScratchLogs

  func make(_ id: Identifier<Account>) async throws { try await logs.make(id) }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog { try await logs.open(id) }

  func remove(_ id: Identifier<Account>) async throws { Issue.record("A log was removed.") }
}
