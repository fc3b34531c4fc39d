import CairnSQL
import CairnSQLite
import CairnTestKit
import Foundation
import Testing

@Suite struct `A backup` {
  private static let roles: [SQLiteDatabase.Role] = [.device, .server]

  /// Runs the body with a database of pairs of equal numbers, and a directory for its backups.
  private func withPairs(
    _ role: SQLiteDatabase.Role,
    _ body: (SQLiteDatabase, _ folder: String) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      let database = try await SQLiteDatabase.open(path: folder + "/log.db", role: role)
      try await database.write { db in
        try db.script("CREATE TABLE pair (a INTEGER, b INTEGER) STRICT")
        for n in 1...2_000 { try db.run("INSERT INTO pair VALUES (\(n), \(n))") }
      }
      try await body(database, folder)
    }
  }

  private func pairs(_ path: String) async throws -> (count: Int64, torn: Int64) {
    try await SQLiteDatabase.open(path: path).read { db in
      let numbers = try db.first("SELECT count(*), total(a <> b) > 0 FROM pair") { row in
        (try row.integer(0), try row.integer(1))
      }
      return numbers ?? (-1, -1)
    }
  }

  @Test(arguments: roles)
  func `contains all commits in one valid file`(role: SQLiteDatabase.Role) async throws {
    try await withPairs(role) { database, folder in
      try await database.backup(to: folder + "/copy.db")
      // 1 means a rollback journal, 2 would require a write-ahead log (fileformat2.html, 1.3).
      #expect(try Data(contentsOf: URL(filePath: folder + "/copy.db"))[18...19] == Data([1, 1]))
      #expect(try await pairs(folder + "/copy.db") == (2_000, 0))
      let copy = try await SQLiteDatabase.open(path: folder + "/copy.db")
      #expect(try await copy.integrityCheck() == [])
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.filter { $0.hasPrefix("copy") } == ["copy.db"])
      let mode = try FileManager.default.attributesOfItem(atPath: folder + "/copy.db")
      #expect(mode[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(arguments: roles)
  func `is a consistent snapshot during writes`(role: SQLiteDatabase.Role) async throws {
    try await withPairs(role) { database, folder in
      let writing = Task {
        for n in 1... {
          try await database.write { db in
            try db.run("UPDATE pair SET a = a + \(n)")
            try db.run("UPDATE pair SET b = b + \(n)")
          }
        }
      }
      for n in 1...3 {
        try await database.backup(to: folder + "/copy\(n).db")
        #expect(try await pairs(folder + "/copy\(n).db") == (2_000, 0))
      }
      writing.cancel()
      _ = await writing.result
    }
  }

  @Test(arguments: roles)
  func `replaces an older one`(role: SQLiteDatabase.Role) async throws {
    try await withPairs(role) { database, folder in
      try await database.backup(to: folder + "/copy.db")
      try await database.write { try $0.run("DELETE FROM pair WHERE a > 10") }
      try await database.backup(to: folder + "/copy.db")
      #expect(try await pairs(folder + "/copy.db") == (10, 0))
    }
  }

  @Test(arguments: roles)
  func `that fails keeps only the older one`(role: SQLiteDatabase.Role) async throws {
    try await withPairs(role) { database, folder in
      let missing = await refusal { try await database.backup(to: folder + "/nowhere/copy.db") }
      #expect(missing?.code == .cannotOpen)
      try await database.backup(to: folder + "/copy.db")
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await database.backup(to: folder + "/copy.db")
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let kept = try await pairs(folder + "/copy.db")
      #expect(kept == (2_000, 0))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.filter { $0.contains("partial") } == [])
    }
  }

  @Test(arguments: roles)
  func `of a damaged file does not replace a valid one`(role: SQLiteDatabase.Role) async throws {
    try await withPairs(role) { database, folder in
      try await database.backup(to: folder + "/sound.db")
      try FileManager.default.copyItem(atPath: folder + "/sound.db", toPath: folder + "/bad.db")
      let file = try FileHandle(forWritingTo: URL(filePath: folder + "/bad.db"))
      try file.seek(toOffset: 2 * 4_096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
      try file.close()
      let damaged = try await SQLiteDatabase.open(path: folder + "/bad.db", role: role)
      #expect(try await damaged.integrityCheck(quick: true) != [])
      let error = await refusal { try await damaged.backup(to: folder + "/sound.db") }
      #expect(error?.code == .corrupt)
      #expect(try await pairs(folder + "/sound.db") == (2_000, 0))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.filter { $0.contains("partial") } == [])
    }
  }
}
