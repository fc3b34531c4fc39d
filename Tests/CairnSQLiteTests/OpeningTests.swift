import CairnSQL
import CairnSQLite
import CairnTestKit
import Foundation
import Testing

@Suite struct `Opening a file` {
  private func pragmas(_ database: any SQLDatabase) async throws -> [SQLValue?] {
    try await database.write { db in
      try [
        "PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA foreign_keys", "PRAGMA trusted_schema",
        "PRAGMA busy_timeout",
      ].map { sql in try db.first(sql) { try $0.value(0) } }
    }
  }

  @Test func `a device keeps a rollback journal and syncs all there is`() async throws {
    try await TestEngine.device.scratch { scratch in
      let found = try await pragmas(SQLiteDatabase.open(path: scratch.path, role: .device))
      #expect(found == [.text("delete"), .integer(3), .integer(1), .integer(0), .integer(5_000)])
    }
  }

  @Test func `a server keeps a write-ahead log and syncs each commit`() async throws {
    try await TestEngine.server.scratch { scratch in
      let found = try await pragmas(SQLiteDatabase.open(path: scratch.path, role: .server))
      #expect(found == [.text("wal"), .integer(2), .integer(1), .integer(0), .integer(5_000)])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a double-quoted string is no string`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      let error = await refusal { try await database.read { try $0.run("SELECT \"typo\"") } }
      #expect(error?.code == .statement)
    }
  }

  @Test func `a device can open a file written by a server`() async throws {
    try await withScratchFolder { folder in
      func open(_ role: SQLiteDatabase.Role) async throws -> SQLiteDatabase {
        try await .open(path: folder + "/log.db", role: role, busyTimeout: .zero)
      }
      try await open(.server).write { try $0.script("CREATE TABLE kept (n INTEGER) STRICT") }
      let found = try await pragmas(open(.device))
      #expect(found[0] == .text("delete"))
      #expect(try await open(.device).read { try $0.first("SELECT * FROM kept") { _ in } } == nil)
    }
  }

  @Test(arguments: TestEngine.files)
  func `only the owner may read a new file`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await database.write { try $0.script("CREATE TABLE kept (n INTEGER) STRICT") }
      let mode = try FileManager.default.attributesOfItem(atPath: scratch.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test(arguments: [SQLiteDatabase.Role.device, .server, .untrusted])
  func `a folder that does not exist is named`(role: SQLiteDatabase.Role) async throws {
    try await withScratchFolder { folder in
      let path = folder + "/nowhere/log.db"
      let error = await refusal { try await SQLiteDatabase.open(path: path, role: role) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.hasPrefix(path) == true)
    }
  }

  @Test(arguments: [SQLiteDatabase.Role.device, .server, .untrusted])
  func `a file of another kind is refused and left alone`(
    role: SQLiteDatabase.Role
  ) async throws {
    try await withScratchFolder { folder in
      let path = folder + "/notes.txt"
      let notes = Data(repeating: UInt8(ascii: "n"), count: 5_000)
      try notes.write(to: URL(filePath: path))
      let error = await refusal { try await SQLiteDatabase.open(path: path, role: role) }
      #expect(error?.code == .notADatabase)
      #expect(error?.message.hasPrefix(path) == true)
      #expect(try Data(contentsOf: URL(filePath: path)) == notes)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser may write every file."))
  func `a file that may not be written can be read`() async throws {
    try await TestEngine.device.scratch { scratch in
      try await scratch.open().write { try $0.script("CREATE TABLE kept (n INTEGER) STRICT") }
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: scratch.path)
      let database = try await scratch.open()
      let error = await refusal {
        try await database.write { try $0.run("INSERT INTO kept VALUES (1)") }
      }
      #expect(error?.code == .readOnly)
      #expect(try await database.read { try $0.first("SELECT * FROM kept") { _ in } } == nil)
    }
  }

  #if os(Linux)
  @Test func `a server's reader is opened by the first read`() async throws {
    try await TestEngine.server.scratch { scratch in
      func openings() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { file in
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(file)"
          )
          return target == scratch.path
        }
      }
      let database = try await scratch.open()
      try await database.write { try $0.script("CREATE TABLE kept (n INTEGER) STRICT") }
      #expect(try openings() == 1)
      _ = try await database.read { try $0.run("SELECT * FROM kept") }
      _ = try await database.read { try $0.run("SELECT * FROM kept") }
      #expect(try openings() == 2)
    }
  }
  #endif
}
