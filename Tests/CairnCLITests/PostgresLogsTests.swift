import Cairn
import CairnAccounts
import CairnActions
import CairnPostgres
import CairnSQL
import CairnSQLite
import CairnStore
import CairnTestKit
import Testing

@testable import CairnCLI

@Suite(.enabled(if: TestEngine.hasPostgreSQL)) struct `Logs in PostgreSQL` {
  private func address() async throws -> String {
    let words = try await PostgresServer.scratchAddress(of: "cairn_app")
    return "postgresql:///?" + words.replacing(" ", with: "&")
  }

  private func logs(
    _ clock: ManualClock = ManualClock(at: .scratchStart)
  ) async throws -> PostgresLogs {
    let environment = LogEnvironment(clock: clock, seed: UInt64.random(in: 0...UInt64.max))
    let server = PostgresServer(try await address())
    return PostgresLogs(
      server: server,
      accounts: try await Accounts.open(server.sharedTables, environment: environment),
      directory: try DataDirectory(option: Scratch().path, variable: { _ in nil }),
      environment: environment
    )
  }

  @Test func `are shown to others if they have public sessions`() async throws {
    let logs = try await logs()
    let ids = (0..<2).map { _ in logs.accounts.newID() }
    for id in ids { try await logs.make(id) }
    var detail = Climbing(discipline: .bouldering)
    detail.isPrivate = false
    let shown = detail
    try await logs.open(ids[0]).log.write("Started climbing") { writer in
      _ = try writer.start(shown, at: writer.now, zone: "UTC")
    }
    #expect(try await logs.showing(among: ids) == [ids[0]])
    for id in ids { try await logs.remove(id) }
    #expect(try await logs.showing(among: ids) == [])
  }

  @Test func `have a size, measured every ten minutes`() async throws {
    let clock = ManualClock(at: .scratchStart)
    let logs = try await logs(clock)
    let id = logs.accounts.newID()
    try await logs.make(id)
    let open = try await logs.open(id)
    #expect(try await open.diskBytes(measuring: true) == 0)
    try await open.log.write {
      try AddBook(NewBook(title: String(repeating: "A", count: 900)), zone: "UTC").run(in: $0)
    }
    #expect(try await open.diskBytes(measuring: true) == 0)
    clock.advance(by: .minutes(10))
    #expect(try await open.diskBytes(measuring: false) == 0)
    #expect((900..<9_000).contains(try await open.diskBytes(measuring: true)))
    #expect(try await open.diskBytes(measuring: false) > 0)
    try await logs.remove(id)
  }

  @Test func `are not served from the files that were migrated`() async throws {
    let (me, to) = (try Person(), try await address())
    let migrate = ["admin", "migrate", "--from", "sqlite", "--to", to]
    await me.types("account", "list")
    #expect(await me.types(migrate).out == "Moved 0 accounts.\n")
    #expect(await !me.types("account", "list").err.contains("were moved"))
    let id = try await withAccountFile(of: me) { accounts, directory in
      let id = accounts.newID()
      try DataDirectory.make(directory.folder(of: id).path)
      try await directory.folder(of: id).openLog(accounts.environment).close()
      let name = try AccountName("anna\(UInt32.random(in: 0...UInt32.max))")
      return try await accounts.add(id, name, hash: "none", zone: "UTC").id
    }
    let moved = await me.types(migrate)
    #expect(moved.out == "Moved 1 account.\n", "\(moved.err)")
    for words in [["account", "list"], ["account", "create", "ben"], ["serve"]] {
      #expect(await me.types(words).err.contains("are stored in a database."), "\(words)")
    }
    #expect(await me.types(migrate).err.contains("was already moved."))
    let logs = try await logs()
    try await logs.remove(id)
    try await logs.accounts.remove(id)
  }

  @Test func `are not created in a database beside files with accounts`() async throws {
    let me = try Person()
    try await withAccountFile(of: me) { files, _ in
      try await files.requireMoved { nil }
      try await files.requireMoved { files }
      _ = try await files.add(files.newID(), AccountName("anna"), hash: "none", zone: "UTC")
      try await files.requireMoved { files }
      try await withAccountFile(of: Person()) { database, _ in
        let error = await #expect(throws: CairnError.self) {
          try await database.requireMoved { files }
        }
        #expect(error?.code == "account.not_migrated")
      }
    }
  }

  /// Opens the account file of a person's data directory for the closure, and closes it afterwards.
  private func withAccountFile<Result>(
    of person: Person,
    _ body: (Accounts, DataDirectory) async throws -> Result
  ) async throws -> Result {
    let directory = try DataDirectory(option: person.scratch.path + "/log", variable: { _ in nil })
    try DataDirectory.make(directory.path)
    let database = try await SQLiteDatabase.open(path: directory.accountsFile)
    let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 7)
    let result = try await body(Accounts.open(database, environment: environment), directory)
    await database.close()
    return result
  }

  @Test func `are gone once removed, and can be made again`() async throws {
    let logs = try await logs()
    let id = logs.accounts.newID()
    try await logs.make(id)
    try await logs.remove(id)
    for act in [{ _ = try await logs.open(id) }, { try await logs.setWritable(false, id) }] {
      let error = await #expect(throws: CairnError.self) { try await act() }
      #expect(error?.code == "storage.no_log")
    }
    try await logs.make(id)
    #expect(try await logs.open(id).log.books().isEmpty)
    try await logs.remove(id)
  }
}
