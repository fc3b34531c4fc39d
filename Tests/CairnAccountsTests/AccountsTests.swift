import Cairn
@testable import CairnAccounts
import CairnSQLite
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `The accounts of a server` {
  /// Runs the closure on every database engine for accounts.
  private func run(_ body: (Accounts, ManualClock) async throws -> Void) async throws {
    for engine in TestEngine.ofAccounts {
      try await engine.scratchAccountDatabase { database in
        let clock = ManualClock(at: .scratchStart)
        let environment = LogEnvironment(clock: clock, seed: 1)
        try await body(Accounts.open(database, environment: environment), clock)
      }
    }
  }

  private func runInFile(
    _ body: (Accounts, ManualClock, _ path: String) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      let clock = ManualClock(at: .scratchStart)
      let environment = LogEnvironment(clock: clock, seed: 1)
      let path = folder + "/accounts.sqlite"
      let database = try await SQLiteDatabase.open(path: path)
      try await body(Accounts.open(database, environment: environment), clock, path)
    }
  }

  private func add(_ name: String, to accounts: Accounts) async throws -> Account {
    let name = try AccountName(name)
    return try await accounts.add(accounts.newID(), name, hash: "hash", zone: "UTC")
  }

  @Test func `are found by name in any spelling`() async throws {
    try await run { accounts, _ in
      let zoe = try await add("Zoë", to: accounts)
      #expect(try await accounts.named("zoe") == zoe)
      #expect(try await accounts.named("ZOË") == zoe)
      #expect(try await accounts.named("anna") == nil)
    }
  }

  @Test func `change the backup mark when they are edited, not when they are used`() async throws {
    try await runInFile { accounts, clock, path in
      let file = try await SQLiteDatabase.open(path: path)
      let empty = try await Accounts.digest(of: file)
      let anna = try await add("anna", to: accounts)
      let one = try await Accounts.digest(of: file)
      #expect(one != empty)
      let secret = try await accounts.issue(.app, named: "phone", to: anna.id).secret
      let signed = try await Accounts.digest(of: file)
      #expect(signed != one)
      clock.advance(by: .hours(48))
      #expect(try await accounts.identity(of: secret, .app) != nil)
      #expect(try await Accounts.digest(of: file) == signed)
      try await accounts.setZone(anna.id, "Asia/Tokyo")
      #expect(try await Accounts.digest(of: file) != signed)
    }
  }

  @Test func `have names that cannot be confused`() async throws {
    try await run { accounts, _ in
      _ = try await add("anna", to: accounts)
      let error = await #expect(throws: CairnError.self) { try await add("Ánna", to: accounts) }
      #expect(error?.code == "account.name_taken")
      #expect(try await accounts.all().map(\.name) == ["anna"])
    }
  }

  @Test(arguments: [
    "", " ", " anna", "anna ", "a\u{0}b", "a\nb", "a/b", "<b>", "\u{202E}a", "…",
    String(repeating: "x", count: 65),
  ])
  func `have readable names`(name: String) {
    let error = #expect(throws: CairnError.self) { try AccountName(name) }
    #expect(error?.code == "account.name")
  }

  @Test(arguments: ["a", "anna@example.org", "O'Brien", "Анна", "林 美", "anna+2"])
  func `have names in all scripts`(name: String) throws {
    #expect(try AccountName(name).text == name)
  }

  @Test func `store no secret of a credential`() async throws {
    try await runInFile { accounts, _, path in
      let anna = try await add("anna", to: accounts)
      let issued = try await accounts.issue(.app, named: "phone", to: anna.id)
      #expect(issued.secret.count == 70 && issued.secret.hasPrefix("cairn_"))
      let file = try String(decoding: bytes(of: path), as: UTF8.self)
      #expect(!file.contains(issued.secret.dropFirst(6)))
      let identity = try await accounts.identity(of: issued.secret, .app)
      #expect(identity?.account == anna)
      #expect(try await accounts.identity(of: issued.secret, .browser) == nil)
      #expect(try await accounts.identity(of: issued.secret + "0", .app) == nil)
    }
  }

  /// Days without use, and whether the credential is still valid.
  @Test(arguments: [
    (Credential.Kind.browser, 13, true), (.browser, 14, false), (.app, 89, true), (.app, 90, false),
  ])
  func `lose an unused credential`(kind: Credential.Kind, days: Int64, isGood: Bool) async throws {
    try await run { accounts, clock in
      let anna = try await add("anna", to: accounts)
      let secret = try await accounts.issue(kind, named: "x", to: anna.id).secret
      clock.advance(by: .hours(days * 24))
      #expect(try await (accounts.identity(of: secret, kind) != nil) == isGood)
      #expect(try await accounts.credentials(kind, of: anna.id).isEmpty == !isGood)
    }
  }

  @Test func `lose every credential after a year`() async throws {
    try await run { accounts, clock in
      let anna = try await add("anna", to: accounts)
      let secret = try await accounts.issue(.app, named: "x", to: anna.id).secret
      for _ in 0..<5 {
        clock.advance(by: .hours(70 * 24))
        #expect(try await accounts.identity(of: secret, .app) != nil)
        await accounts.credentialUses.drain()
      }
      clock.advance(by: .hours(15 * 24))
      #expect(try await accounts.identity(of: secret, .app) == nil)
    }
  }

  @Test func `revoke their own credentials, but not another account's`() async throws {
    try await run { accounts, _ in
      let (anna, ben) = (try await add("anna", to: accounts), try await add("ben", to: accounts))
      let issued = try await accounts.issue(.browser, named: "x", to: anna.id)
      #expect(try await !accounts.revoke(issued.credential.id, of: ben.id))
      #expect(try await accounts.identity(of: issued.secret, .browser) != nil)
      #expect(try await accounts.revoke(issued.credential.id, of: anna.id))
      #expect(try await accounts.identity(of: issued.secret, .browser) == nil)
    }
  }

  @Test func `revoke all credentials except one on a password change`() async throws {
    try await run { accounts, _ in
      let anna = try await add("anna", to: accounts)
      let here = try await accounts.issue(.browser, named: "here", to: anna.id)
      let there = try await accounts.issue(.browser, named: "there", to: anna.id)
      let app = try await accounts.issue(.app, named: "app", to: anna.id)
      try await accounts.setPassword(anna.id, hash: "other", keeping: here.credential.id)
      #expect(try await accounts.identity(of: here.secret, .browser) != nil)
      #expect(try await accounts.identity(of: there.secret, .browser) == nil)
      #expect(try await accounts.identity(of: app.secret, .app) == nil)
    }
  }

  @Test func `leave nothing when they are deleted`() async throws {
    try await run { accounts, _ in
      let anna = try await add("anna", to: accounts)
      let issued = try await accounts.issue(.browser, named: "x", to: anna.id)
      #expect(try await accounts.remove(anna.id))
      #expect(try await !accounts.remove(anna.id))
      #expect(try await accounts.identity(of: issued.secret, .browser) == nil)
      #expect(try await accounts.all() == [])
      #expect(try await add("anna", to: accounts).id != anna.id)
    }
  }
}

private func bytes(of path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}
