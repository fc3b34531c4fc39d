import Cairn
import CairnAccounts
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `The directory of a server with accounts` {
  @Test func `is not treated as a log`() async throws {
    let me = try Person()
    let accounts = me.scratch.path + "/log/accounts.sqlite"
    try FileManager.default.createDirectory(
      atPath: me.scratch.path + "/log",
      withIntermediateDirectories: true
    )
    #expect(FileManager.default.createFile(atPath: accounts, contents: nil))
    for words in [["backup"], ["log"], ["track", "20:00-21:15", "Dune"], ["export", "-"]] {
      #expect(
        await me.types(words).err.contains("is the data directory of a multi-user server"),
        "\(words)"
      )
    }
    #expect(!FileManager.default.fileExists(atPath: me.scratch.path + "/log/log.sqlite"))
  }

  @Test func `is checked with the machine and the log of each account`() async throws {
    let me = try Person()
    let accounts = try await me.addsAccounts("anna", "ben")
    let sound = await me.types("doctor")
    for word in ["libmicrohttpd.so.12", "clock", "account  records  state"] {
      #expect(sound.out.contains(word), "\(sound)")
    }
    for line in ["anna           0  ok", "ben            0  ok"] {
      #expect(sound.out.contains(line), "\(sound)")
    }
    unlink(try me.directory.folder(of: accounts[1].id).logFile)
    let found = await me.types("doctor", "--json")
    #expect(found.exit == .refused && found.out.hasPrefix(#"{"healthy":false,"machine":[{"#))
    let anna = #""name":"anna","id":"\#(accounts[0].id.record.text)","problem":null"#
    #expect(found.out.contains(anna), "\(found)")
    #expect(found.out.contains(#"is missing.","log":null}]}"#), "\(found)")
  }

  @Test func `is not checked while a server uses it, except the machine`() async throws {
    let me = try Person()
    try await me.addsAccounts("anna")
    try await me.directory.withAccountsLock {
      let run = await me.types("doctor")
      #expect(run.err.contains("are in use by another server or migration"), "\(run)")
      #expect(run.out.contains("libmicrohttpd.so.12"))
      #expect(await me.types("doctor", "--system").err == "")
    }
  }

  @Test func `shows the settings of its server`() async throws {
    let me = try Person()
    try await me.addsAccounts("anna")
    let all = await me.types("config").out
    #expect(all.contains("data-dir") && all.contains("log-format") && !all.contains("weekStart"))
    #expect(await me.types("config", "listen").out.contains("127.0.0.1:8080"))
    #expect(await me.types("config", "weekStart").err.contains("of a multi-user server"))
    #expect(await me.types("config", "nothing").err.contains("“nothing”"))
  }

  @Test func `remembers the host names that its server learned`() throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let file = try HostFile(in: scratch.path)
    try file.add("log.example.org")
    try file.add("10.0.0.2:8080")
    #expect(file.names == ["log.example.org", "10.0.0.2:8080"])
    #expect(try HostFile(in: scratch.path).names == file.names)
  }

  @Test func `serves no accounts that moved to a database, until they return`() throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let directory = try DataDirectory(option: scratch.path, variable: { _ in nil })
    try directory.requireAccountsHere()
    try directory.markMoved(at: .limit)
    let error = #expect(throws: CairnError.self) { try directory.requireAccountsHere() }
    #expect(error?.code == "account.moved")
    for _ in 0..<2 { try directory.unmarkMoved() }
    try directory.requireAccountsHere()
  }

  @Test func `moves no account while it is served, and serves none during the move`() async throws {
    let me = try Person()
    await me.types("account", "list")
    let directory = try DataDirectory(option: me.scratch.path + "/log", variable: { _ in nil })
    let migrate = ["admin", "migrate", "--from", "sqlite", "--to", "postgresql:///nowhere"]
    try await directory.withAccountsLock {
      try await directory.withAccountsLock {}
      #expect(await me.types(migrate).err.contains("are in use by another server or migration"))
    }
    try await directory.withAccountsLock(alone: true) {
      for words in [["serve"], ["account", "delete", "anna", "--yes"]] {
        #expect(await me.types(words).err.contains("are in use by another server or migration"))
      }
    }
    try await directory.withAccountsLock(alone: true) {}
  }

  @Test func `receives accounts only from another place that has some`() async throws {
    let person = try Person()
    let migrate = ["admin", "migrate", "--from", "sqlite", "--to"]
    let empty = await person.types(migrate + ["postgresql:///x"])
    #expect(empty.exit == .usage && empty.err.contains("a data directory with accounts"))
    await person.types("account", "list")
    let same = await person.types(migrate + ["sqlite"])
    #expect(same.exit == .usage && same.err.contains("both are “sqlite”"))
  }

  @Test func `may contain an earlier log`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:15", "Dune")
    let accounts = me.scratch.path + "/log/accounts.sqlite"
    #expect(FileManager.default.createFile(atPath: accounts, contents: nil))
    #expect(await me.types("log").out.contains("Dune"))
  }
}

extension Person {
  /// The data directory of the person.
  fileprivate var directory: DataDirectory {
    get throws { try DataDirectory(option: scratch.path + "/log", variable: { _ in nil }) }
  }

  /// Creates accounts on a server in the person's data directory.
  @discardableResult
  fileprivate func addsAccounts(_ names: String...) async throws -> [Account] {
    let invocation = Invocation(path: [], arguments: [], options: Program.cairn.options(of: nil))
    let output = Memory().sink()
    let context = try context(
      invocation,
      Output(standardOutput: output, standardError: output, style: .plain)
    )
    let service = try await context.accountService()
    var accounts: [Account] = []
    for name in names {
      accounts.append(try await service.add(name, password: "correct horse", zone: "Europe/Berlin"))
    }
    await service.logs.closeAll()
    return accounts
  }
}
