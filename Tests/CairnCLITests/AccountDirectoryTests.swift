import Cairn
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
