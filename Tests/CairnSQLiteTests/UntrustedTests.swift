import CairnSQL
import CairnSQLite
import CairnTestKit
import Foundation
import Testing

@Suite struct `An untrusted file` {
  /// Runs the body with an untrusted file of the given schema.
  private func withFile(
    _ name: String = "foreign.db",
    _ ddl: SQL = "CREATE TABLE book (title TEXT); INSERT INTO book VALUES ('Emma')",
    _ body: (_ path: String, _ folder: String) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      let path = folder + "/" + name
      try await SQLiteDatabase.open(path: path).write { try $0.script(ddl) }
      try await body(path, folder)
    }
  }

  private func open(_ path: String) async throws -> SQLiteDatabase {
    try await SQLiteDatabase.open(path: path, role: .untrusted)
  }

  @Test(arguments: ["plain.db", "50% of #1?mode=rwc&x.db", "Bücher 📚.db", "%41.db"])
  func `is found whatever its name`(name: String) async throws {
    try await withFile(name) { path, _ in
      let title = try await open(path).read { db in
        try db.first("SELECT title FROM book") { try $0.text(0) }
      }
      #expect(title == "Emma")
    }
  }

  @Test func `is never written, nor anything beside it`() async throws {
    try await withFile { path, folder in
      let before = try Data(contentsOf: URL(filePath: path))
      let database = try await open(path)
      let error = await refusal { try await database.write { try $0.run("DELETE FROM book") } }
      #expect(error?.code == .readOnly)
      #expect(error?.message.hasPrefix(path) == true)
      let sneaky = await refusal { try await database.read { try $0.run("DELETE FROM book") } }
      #expect(sneaky?.code == .readOnly)
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["foreign.db"])
    }
  }

  @Test func `is not created when it is missing`() async throws {
    try await withScratchFolder { folder in
      let error = await refusal { try await open(folder + "/missing.db") }
      #expect(error?.code == .cannotOpen)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files == [])
    }
  }

  @Test func `cannot attach other files`() async throws {
    try await withFile { path, folder in
      let database = try await open(path)
      let other = folder + "/other.db"
      let error = await refusal {
        try await database.read { try $0.run("ATTACH \(other) AS other") }
      }
      #expect(error?.code == .statement)
    }
  }

  @Test func `cannot run its views`() async throws {
    try await withFile("trap.db", "CREATE VIEW book AS SELECT 'not a book' AS title") { path, _ in
      let database = try await open(path)
      let error = await refusal {
        try await database.read { try $0.run("SELECT title FROM book") }
      }
      #expect(error?.code == .statement)
    }
  }

  @Test func `is corrupt when half of it is missing`() async throws {
    let rows: SQL = """
      CREATE TABLE book (title TEXT);
      INSERT INTO book
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      SELECT hex(zeroblob(200)) FROM n
      """
    try await withFile("cut.db", rows) { path, _ in
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
      let error = await refusal {
        try await open(path).read { db in try db.all("SELECT title FROM book") { try $0.text(0) } }
      }
      #expect(error?.code == .corrupt)
    }
  }

  @Test func `may contain invalid UTF-8`() async throws {
    let bytes: SQL =
      "CREATE TABLE book (title TEXT); INSERT INTO book VALUES (CAST(x'ff41' AS TEXT))"
    try await withFile("bytes.db", bytes) { path, _ in
      let database = try await open(path)
      let error = await refusal {
        try await database.read { db in
          try db.first("SELECT title FROM book") { try $0.text(0) }
        }
      }
      #expect(error?.message == "Column title holds bytes that are not UTF-8, not text.")
    }
  }
}
