import Cairn
import CairnAccounts
import CairnPostgres
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Accounts in PostgreSQL` {
  @Test func `survive a migration from SQLite and back, with password and credentials`()
    async throws
  {
    let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
    try await TestEngine.device.scratch { file in
      let files = try await Accounts.open(file.open(), environment: environment)
      let name = try AccountName("anna-\(UInt64.random(in: 0...UInt64.max))")
      let made = try await files.add(files.newID(), name, hash: "a hash", zone: "UTC")
      let credential = try await files.issue(.app, named: "phone", to: made.id)
      let server = try await PostgresServer.scratch()
      try await Accounts.prepare(server.sharedTables)
      let there = try await Accounts.open(server.sharedTables, environment: environment)
      try await there.copy(made.id, from: files)
      #expect(try await there.named(name.text)?.id == made.id)
      #expect(try await there.identity(of: credential.secret, .app)?.account.id == made.id)
      try await files.remove(made.id)
      let link = try #require(try await files.newSetupSecret())
      try await files.copy(made.id, from: there)
      #expect(try await !files.isSetupSecret(link), "the first account is there")
      #expect(
        try await files.identity(of: credential.secret, .app)?.credential.id
          == credential.credential.id
      )
      try await there.remove(made.id)
      #expect(try await there.named(name.text) == nil)
    }
  }
}
