import Cairn
import CairnActions
import CairnPostgres
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnTestKit
import Testing

@testable import CairnCLI

@Suite(.enabled(if: TestEngine.hasPostgreSQL)) struct `Logs in several databases` {
  private static let nowhere = "gone postgresql://cairn_app@127.0.0.1:1/cairn"

  private func shards(_ lines: String...) async throws -> Shards {
    try Shards(PostgresServer(try await address(of: "cairn")), lines.map { $0[...] })
  }

  private func address(of database: String) async throws -> String {
    let words = try await PostgresServer.scratchAddress(of: "cairn_app", database: database)
    return "postgresql:///?" + words.replacing(" ", with: "&")
  }

  private func logs(in shards: Shards, _ directory: String) async throws -> PostgresLogs {
    let environment = LogEnvironment(
      clock: ManualClock(at: .scratchStart),
      seed: UInt64.random(in: 0...UInt64.max)
    )
    return PostgresLogs(
      shards: shards,
      accounts: try await Accounts.open(shards.home.sharedTables, environment: environment),
      directory: try DataDirectory(option: directory, variable: { _ in nil }),
      environment: environment
    )
  }

  @Test func `are shown if their database is available, without the others`() async throws {
    let shards = try await shards(Self.nowhere, "alias \(address(of: "cairn"))")
    _ = try await shards.server(nil)
    let logs = try await logs(in: shards, Scratch().path)
    let ids = (0..<4).map { _ in logs.accounts.newID() }
    try await logs.accounts.setLocation(of: ids[0], in: "gone")
    try await logs.accounts.setLocation(of: ids[1], in: "unnamed")
    try await logs.accounts.setLocation(of: ids[3], in: "alias")
    try await logs.make(ids[2])
    var detail = Climbing(discipline: .bouldering)
    detail.isPrivate = false
    let shown = detail
    try await logs.open(ids[2]).log.write("Started climbing") { writer in
      _ = try writer.start(shown, at: writer.now, zone: "UTC")
    }
    #expect(try await logs.showing(among: ids) == [ids[2]])
    for id in ids { try await logs.accounts.remove(id) }
  }

  @Test func `are not served from the files that were migrated`() async throws {
    let (me, to) = (try Person(), try await address(of: "cairn"))
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
    let logs = try await logs(in: shards(), Scratch().path)
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

  @Test func `can be removed while an unrelated database is down, but no others`() async throws {
    let logs = try await logs(in: shards(Self.nowhere), Scratch().path)
    let (here, there) = (logs.accounts.newID(), logs.accounts.newID())
    try await logs.make(here)
    try await logs.remove(here)
    let gone = await #expect(throws: CairnError.self) { try await logs.open(here) }
    #expect(gone?.code == "storage.moving")
    try await logs.make(here)
    #expect(try await logs.open(here).log.books().isEmpty)
    try await logs.accounts.setLocation(of: there, in: "gone")
    let refusal = await #expect(throws: CairnError.self) { try await logs.remove(there) }
    #expect(refusal?.code == "storage.unreachable")
    for id in [here, there] { try await logs.accounts.remove(id) }
  }

  @Test func `reject two names of one database`() async throws {
    let (home, west) = (try await address(of: "cairn"), try await address(of: "west"))
    #expect(try await shards("west \(west)").checkAll().isEmpty)
    for (other, names) in [(home, "“alias” and “home”"), (west, "“alias” and “west”")] {
      let error = await #expect(throws: CairnError.self) {
        _ = try await shards("west \(west)", "alias \(other)").checkAll()
      }
      #expect(
        error?.code == "storage.duplicate_database" && error?.message.hasPrefix(names) == true
      )
    }
  }

  @Test func `wait for an unavailable database, and are checked before serving`() async throws {
    let west = try await address(of: "west")
    let shards = try await shards("west \(west)", Self.nowhere)
    #expect(try await shards.checkAll().keys.sorted() == ["gone"])
    _ = try await shards.server("west")
    let gone = await #expect(throws: StorageError.self) { try await shards.server("gone") }
    #expect(gone?.code == .unreachable)
    let logs = try await logs(in: shards, Scratch().path)
    let id = logs.accounts.newID()
    try await logs.accounts.setLocation(of: id, in: "gone")
    let refusal = await #expect(throws: CairnError.self) { try await logs.open(id) }
    #expect(refusal?.code == "storage.unreachable")
    try await logs.accounts.remove(id)
  }
}
