import Cairn
import CairnAccounts
import CairnActions
import CairnSQLite
import CairnStore
import CairnTestKit
import Testing

@testable import CairnCLI
import CairnReports

@Suite struct `Account backups` {
  private let clock = ManualClock(at: .scratchStart)

  private func run(
    _ setting: String = "on",
    _ body: (AccountFolders, BackupDestination, Identifier<Account>) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      let directory = try DataDirectory(option: folder + "/data", variable: { _ in nil })
      let environment = LogEnvironment(clock: clock, seed: 1)
      let place = BackupDestination(setting == "on" ? "on" : folder + setting, in: directory)
      let folders = AccountFolders(directory: directory, environment: environment, backups: place)
      let id = Identifier<Account>(environment.newID(at: clock.now))
      try await folders.make(id)
      try await body(folders, place, id)
    }
  }

  @Test(arguments: ["on", "/elsewhere"])
  func `are made after a change, and are complete`(setting: String) async throws {
    try await run(setting) { folders, place, id in
      let account = try await folders.open(id)
      let log = account.log
      #expect(try await account.backUp())
      #expect(try await !account.backUp())
      _ = try await log.write("Add a book") { writer in
        try AddBook(NewBook(title: "Dune"), zone: "Europe/Berlin").run(in: writer)
      }
      clock.advance(by: .hours(24))
      #expect(try await account.backUp())
      #expect(try await !account.backUp())
      await log.close()
      let copies = place.folder(of: id)
      #expect(copies.latest == clock.now)
      let copy = try await SQLiteDatabase.open(path: try #require(copies.latestFile))
      #expect(try await copy.integrityCheck() == [])
      let restored = try await Log.open(copy, environment: folders.environment)
      #expect(try await restored.books().map(\.title) == ["Dune"])
    }
  }

  @Test func `are limited to the configured number`() async throws {
    try await run { folders, place, id in
      let account = try await folders.open(id)
      for number in 1...BackupFolder.defaultCount + 3 {
        clock.advance(by: .hours(24))
        _ = try await account.log.write("Add a book") { writer in
          try AddBook(NewBook(title: "Book \(number)"), zone: "Europe/Berlin").run(in: writer)
        }
        #expect(try await account.backUp())
      }
      let names = LockedDirectory.names(in: place.folder(of: id).path).filter {
        $0.hasSuffix(".sqlite")
      }
      #expect(names.count == BackupFolder.defaultCount)
      #expect(place.folder(of: id).latest == clock.now)
      await account.log.close()
    }
  }

  @Test(arguments: ["on", "/elsewhere"])
  func `are deleted with the account`(setting: String) async throws {
    try await run(setting) { folders, place, id in
      let account = try await folders.open(id)
      #expect(try await account.backUp())
      await account.log.close()
      try await folders.remove(id)
      #expect(place.folder(of: id).latest == nil)
      #expect(LockedDirectory.names(in: place.folder(of: id).path) == [])
    }
  }

  @Test func `are made again if the latest cannot be read`() async throws {
    try await run { folders, place, id in
      let account = try await folders.open(id)
      #expect(try await account.backUp())
      let file = try #require(place.folder(of: id).latestFile)
      try Files.write([1, 2, 3], to: file)
      #expect(try await account.backUp())
      await account.log.close()
    }
  }
}
