import CairnSQL
import CairnTestKit
import Testing

extension EngineTests {
  struct Refused: Error, Equatable { let reason: String }

  @Test(arguments: TestEngine.files)
  func `an error of the closure rolls back and is rethrown`(
    engine: TestEngine
  ) async throws {
    try await withTables(engine) { database, _ in
      await #expect(throws: Refused(reason: "no")) {
        try await database.write { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          throw Refused(reason: "no")
        }
      }
      try await database.add(2)
      #expect(try await database.labels().count == 1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `an error while reading rows resets the statement`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      try await database.add(1)
      for _ in 1...2 {
        await #expect(throws: Refused.self) {
          try await database.write { db in
            try db.each("SELECT id FROM thing") { _ in throw Refused(reason: "no") }
          }
        }
      }
      #expect(try await database.labels().count == 1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a failed commit rolls back and leaves a usable connection`(
    engine: TestEngine
  ) async throws {
    try await withTables(engine) { database, _ in
      let error = await refusal {
        try await database.write { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          try db.run("INSERT INTO part (id, thing_id, late_id) VALUES (1, 1, 99)")
        }
      }
      #expect(error?.code == .foreignKey)
      #expect(try await database.labels() == [])
      try await database.add(2, "later")
      #expect(try await database.labels() == ["later"])
    }
  }

  /// SQLite journals the pages that a savepoint replaces, here about 2 MB.
  ///
  /// With more than 128 KiB of them in memory it would report a full disk (`cairn_sqlite3_configure`).
  @Test(arguments: TestEngine.files)
  func `a write replaces more than is kept in memory`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let add: SQL = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO thing (id, bytes) SELECT i, zeroblob(4000) FROM n
        """
      try await database.write { try $0.run(add) }
      try await database.write { try $0.run("UPDATE thing SET bytes = randomblob(4000), size = 1") }
      #expect(
        try await database.read {
          try $0.first("SELECT sum(size) FROM thing") { try $0.integer(0) }
        } == 500
      )
    }
  }

  @Test(arguments: TestEngine.files)
  func `a read refuses to write`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let error = await refusal {
        try await database.read { try $0.run("INSERT INTO thing (id) VALUES (1)") }
      }
      #expect(error?.code == .readOnly)
      let labels = try await database.labels()
      #expect(labels == [])
    }
  }

  @Test(
    arguments: TestEngine.files,
    [
      ("INSERT INTO thing (id) VALUES (1)", .unique),
      ("INSERT INTO thing (id, label) VALUES (2, 'one')", .unique),
      ("INSERT INTO thing (id, size) VALUES (2, -1)", .check),
      ("INSERT INTO thing (id, size) VALUES (2, NULL)", .notNull),
      ("INSERT INTO part (id, thing_id) VALUES (1, 77)", .foreignKey),
      ("INSERT INTO thing (id, size) VALUES (2, 'secret')", .constraint),
      ("SELECT gap FROM nowhere", .statement),
    ] as [(SQL, StorageError.Code)]
  )
  func `each constraint has its own error code`(
    engine: TestEngine,
    rule: (SQL, StorageError.Code)
  ) async throws {
    try await withTables(engine) { database, _ in
      try await database.add(1, "one")
      let error = await refusal { try await database.write { try $0.run(rule.0) } }
      #expect(error?.code == rule.1)
      #expect(error?.description.contains("secret") == false)
      #expect(try await database.labels() == ["one"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `an error never quotes a value`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let note = "my secret note"
      for sql: SQL in [
        "SELECT json_extract(\(note), '$.a')",
        "INSERT INTO thing (id, size) VALUES (1, \(note))",
        "INSERT INTO thing (id) VALUES (\(note))",
      ] {
        let error = await refusal { try await database.write { try $0.run(sql) } }
        #expect(error.map { String(reflecting: $0).contains("secret") } == false)
      }
    }
  }

  @Test(arguments: TestEngine.files)
  func `a statement must have the values it asks for, and be one`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      for sql: SQL in ["SELECT $1", "SELECT 1; DELETE FROM thing", "", "  -- nothing"] {
        let error = await refusal { try await database.read { try $0.run(sql) } }
        #expect(error?.code == .statement)
      }
    }
  }
}
