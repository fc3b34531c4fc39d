import CairnSQL
import CairnSQLite
import CairnTestKit
import Foundation
import Testing

@Suite struct `Restoring a database` {
  private func withBoth(
    _ body: (_ present: SQLiteDatabase, _ folder: String) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      let backup = try await SQLiteDatabase.open(path: folder + "/backup.db")
      try await backup.write { try $0.script("CREATE TABLE kept (n INTEGER) STRICT") }
      let present = try await Self.open(folder)
      try await backup.backup(to: folder + "/copy.db")
      try await present.restore(from: folder + "/copy.db")
      try await body(present, folder)
    }
  }

  /// Opens the log with a timeout that suffices for two processes on a machine that is busy with all tests.
  private static func open(_ folder: String) async throws -> SQLiteDatabase {
    try await .open(path: folder + "/log.db", busyTimeout: .seconds(300))
  }

  private func count(_ path: String) async throws -> Int64? {
    try await SQLiteDatabase.open(path: path).read { db in
      try db.first("SELECT count(*) FROM kept") { try $0.integer(0) }
    }
  }

  @Test func `backs up earlier commits of others and accepts later ones`() async throws {
    try await withBoth { present, folder in
      let other = try await Self.open(folder)
      let writing = Task {
        for _ in 1...200 { try await other.write { try $0.run("INSERT INTO kept VALUES (1)") } }
      }
      try await present.write { try $0.run("INSERT INTO kept VALUES (0)") }
      try await present.restore(from: folder + "/copy.db", saving: folder + "/saved.db")
      try await writing.value
      let (saved, now) = try await (count(folder + "/saved.db"), count(folder + "/log.db"))
      #expect((saved ?? 0) + (now ?? 0) == 201)
    }
  }

  @Test func `changes nothing when the present content cannot be saved`() async throws {
    try await withBoth { present, folder in
      try await present.write { try $0.run("INSERT INTO kept VALUES (1)") }
      let error = await refusal {
        try await present.restore(from: folder + "/copy.db", saving: folder + "/nowhere/saved.db")
      }
      #expect(error?.code == .cannotOpen)
      #expect(try await count(folder + "/log.db") == 1)
    }
  }
}

@Suite struct `A backup over an older file` {
  @Test(arguments: ["-journal", "-wal"])
  func `is not changed by what the older one left`(suffix: String) async throws {
    try await withScratchFolder { folder in
      let database = try await SQLiteDatabase.open(path: folder + "/log.db")
      try await database.write { try $0.script("CREATE TABLE kept (n INTEGER) STRICT") }
      let left = folder + "/copy.db" + suffix
      try Data("left".utf8).write(to: URL(filePath: left))
      try await database.backup(to: folder + "/copy.db")
      #expect(!FileManager.default.fileExists(atPath: left))
    }
  }
}
