import Cairn
import CairnAccounts
import CairnSQLite
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A password` {
  private let salt = Array("sixteen bytes ok".utf8)

  @Test func `matches its own hash only`() async throws {
    let thread = try PasswordThread()
    let hash = try await thread.hash(try Password("correct horse", for: "anna"), salt: salt)
    #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(!hash.needsRehash)
    #expect(try await thread.check("correct horse", against: hash))
    for other in ["correct horsf", "", "Correct horse", "correct horse ", "correct horse\0"] {
      #expect(try await !thread.check(other, against: hash))
    }
  }

  @Test func `matches nobody without a hash`() async throws {
    let thread = try PasswordThread()
    #expect(try await !thread.check("correct horse", against: nil))
    #expect(try await !thread.check("correct horse", against: PasswordHash(text: "nonsense")))
  }

  @Test func `with an older cost is accepted and hashed again`() async throws {
    try await ServedAccounts.run { served in
      let name = try AccountName("anna")
      let id = served.accounts.newID()
      let old = PasswordHash(
        text: "$argon2id$v=19$m=8,t=1,p=1$c2l4dGVlbiBieXRlcyBvaw$W7tvXA+5y9"
          + "TeWqP0joKvzZeC9MX78uErQO4lE/pENYA"
      )
      #expect(old.needsRehash)
      let anna = try await served.accounts.add(id, name, hash: old.text, zone: "UTC")
      _ = try await served.browser(of: "anna")
      let hash = try #require(try await served.accounts.hash(of: anna.id))
      #expect(!PasswordHash(text: hash).needsRehash)
      _ = try await served.browser(of: "anna")
    }
  }

  @Test(arguments: [
    "", "short", "1234567", "password", "PASSWORD123", "12345678", "aaaaaaaaaaa", "Anna-Lena",
    String(repeating: "x1", count: 65),
  ])
  func `that is easy to guess is rejected`(text: String) {
    let error = #expect(throws: CairnError.self) { try Password(text, for: "anna-lena") }
    #expect(error?.code == "account.weak_password")
  }

  @Test(arguments: ["correct horse", "пароль-мой-длинный", "🙂🙃🙂🙃😀😃😄😁", "aaaabbbbc"])
  func `may contain any letters`(text: String) throws {
    #expect("\(try Password(text, for: "anna"))" == "…")
  }

  @Test func `is rejected when too many checks are queued`() async throws {
    let thread = try PasswordThread(limit: 17)
    let codes = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<12 {
        group.addTask {
          do {
            _ = try await thread.check("x", against: nil)
            return nil
          } catch { return (error as? CairnError)?.code }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.contains("account.busy"))
    #expect(codes.contains(nil))
    #expect(try await !thread.check("x", against: nil))
  }

  @Test func `has a reserved slot for a known device when anonymous checks fill the queue`()
    async throws
  {
    let thread = try PasswordThread(limit: 8)
    for caller in [PasswordThread.Caller.stranger, .account] {
      await #expect(throws: CairnError.self) {
        try await thread.check("x", against: nil, of: caller)
      }
    }
    #expect(try await !thread.check("x", against: nil, of: .known))
  }

  @Test func `has a reserved slot for a name of an account when invented ones fill the queue`()
    async throws
  {
    let thread = try PasswordThread(limit: 14)
    await #expect(throws: CairnError.self) { try await thread.check("x", against: nil) }
    #expect(try await !thread.check("x", against: nil, of: .account))
  }

  @Test func `of a known person is stored when the passwords of others fill the queue`()
    async throws
  {
    try await withScratchFolder { folder in
      let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
      let file = try await SQLiteDatabase.open(path: folder + "/accounts.sqlite")
      let accounts = try await Accounts.open(file, environment: environment)
      let service = AccountService(
        accounts,
        logs: ScratchLogs(folder: folder, environment: environment),
        passwords: try PasswordThread(limit: 8)
      )
      let (id, name) = (accounts.newID(), try AccountName("anna"))
      let anna = try await accounts.add(id, name, hash: "", zone: "UTC")
      await #expect(throws: CairnError.self) {
        try await service.add("ben", password: ServedAccounts.password, zone: "UTC")
      }
      try await service.setPassword(ServedAccounts.password, of: anna)
      let changed = try await accounts.hash(of: anna.id)
      try await service.renewHash(ServedAccounts.password, of: anna)
      let renewed = try await accounts.hash(of: anna.id)
      #expect(changed != "" && renewed != changed)
    }
  }
}
