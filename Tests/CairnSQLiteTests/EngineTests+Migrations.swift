import CairnSQL
import CairnTestKit
import Testing

extension EngineTests {
  private static let steps = [
    Migration(1, "books", sqlite: "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT) STRICT;"),
    Migration(
      2,
      "pages",
      sqlite: """
        ALTER TABLE book ADD COLUMN pages INTEGER;
        CREATE INDEX book_pages ON book (pages);
        """
    ),
    Migration(
      3,
      "read",
      sqlite: """
        CREATE TABLE reading (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book) STRICT;
        """
    ),
  ]

  private func schema(_ database: any SQLDatabase) async throws -> [String] {
    try await database.read { db in
      try db.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name") {
        try $0.text(0)
      }
        + db.all("SELECT number, name, checksum FROM migration ORDER BY number") { row in
          "\(try row.integer(0)) \(try row.text(1)) \(try row.text(2))"
        }
    }
  }

  @Test(arguments: TestEngine.files)
  func `a fresh schema equals one migrated step by step`(engine: TestEngine) async throws {
    let fresh = try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await Migrator(Self.steps).migrate(database)
      return try await schema(database)
    }
    let migrated = try await engine.scratch { scratch in
      for count in 0...3 {
        try await Migrator(Array(Self.steps.prefix(count))).migrate(scratch.open())
      }
      return try await schema(scratch.open())
    }
    #expect(fresh == migrated)
    #expect(fresh.count == 4 + 4)
  }

  @Test(arguments: TestEngine.files)
  func `pending steps are listed before they run once`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      let migrator = Migrator(Self.steps)
      #expect(try await migrator.pending(in: database).map(\.number) == [0, 1, 2, 3])
      try await migrator.migrate(database)
      #expect(try await migrator.pending(in: database).isEmpty)
      try await migrator.migrate(database)
      #expect(try await schema(database).count == 8)
    }
  }

  @Test(arguments: TestEngine.files)
  func `two processes may migrate at once`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let (first, second) = (try await scratch.open(), try await scratch.open())
      async let one: Void = Migrator(Self.steps).migrate(first)
      async let two: Void = Migrator(Self.steps).migrate(second)
      _ = try await (one, two)
      #expect(try await schema(first).count == 8)
    }
  }

  @Test(arguments: TestEngine.files)
  func `the backup runs once, and not for an empty database`(
    engine: TestEngine
  ) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      let first = Migrator(Array(Self.steps.prefix(1)))
      try await first.migrate(database) { Issue.record("There was nothing to keep.") }
      var calls = 0
      try await Migrator(Self.steps).migrate(database) { calls += 1 }
      try await Migrator(Self.steps).migrate(database) { calls += 1 }
      #expect(calls == 1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a backup that fails stops the migration`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await Migrator(Array(Self.steps.prefix(1))).migrate(database)
      await #expect(throws: Refused.self) {
        try await Migrator(Self.steps).migrate(database) { throw Refused(reason: "no space") }
      }
      #expect(try await Migrator(Self.steps).pending(in: database).map(\.number) == [2, 3])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a step that was changed afterwards is refused`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await Migrator(Self.steps).migrate(database)
      let edited = Migration(2, "pages", sqlite: "ALTER TABLE book ADD COLUMN page_count INTEGER;")
      let error = await refusal {
        try await Migrator([Self.steps[0], edited, Self.steps[2]]).migrate(database)
      }
      #expect(error?.code == .migrationChanged)
      #expect(error?.message.contains("Migration 2, pages") == true)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a database of a newer version is refused and left alone`(
    engine: TestEngine
  ) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await Migrator(Self.steps).migrate(database)
      let before = try await schema(database)
      let error = await refusal {
        try await Migrator(Array(Self.steps.prefix(2))).migrate(database)
      }
      #expect(error?.code == .newerSchema)
      #expect(error?.message.contains("migration 3, read") == true)
      #expect(try await schema(database) == before)
    }
  }

  @Test(
    arguments: TestEngine.files,
    [
      (
        "CREATE TABLE extra (id INTEGER) STRICT; CREATE TABLE book (id INTEGER) STRICT;", .statement
      ),
      ("INSERT INTO reading (id, book_id) VALUES (2, 404);", .foreignKey),
      ("DROP TABLE book;", .foreignKey),
    ] as [(SQL, StorageError.Code)]
  )
  func `a step that fails leaves the step before it`(
    engine: TestEngine,
    flaw: (SQL, StorageError.Code)
  ) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await Migrator(Self.steps).migrate(database)
      try await database.write { db in
        try db.run("INSERT INTO book (id, title) VALUES (1, 'Emma')")
        try db.run("INSERT INTO reading (id, book_id) VALUES (1, 1)")
      }
      let before = try await schema(database)
      let error = await refusal {
        try await Migrator(Self.steps + [Migration(4, "flawed", sqlite: flaw.0)]).migrate(database)
      }
      #expect(error?.code == flaw.1)
      #expect(try await schema(database) == before)
      try await database.write { try $0.run("DELETE FROM reading") }
    }
  }

  @Test(arguments: TestEngine.files)
  func `a table may be rebuilt without losing what refers to it`(
    engine: TestEngine
  ) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await database.write { db in
        try db.script(
          """
          CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
          CREATE TABLE child (parent_id INTEGER REFERENCES parent ON DELETE CASCADE) STRICT;
          INSERT INTO parent VALUES (1);
          INSERT INTO child VALUES (1);
          """
        )
      }
      try await database.writeSchema { db in
        try db.script(
          """
          CREATE TABLE parent_new (id INTEGER PRIMARY KEY, name TEXT) STRICT;
          INSERT INTO parent_new (id) SELECT id FROM parent;
          DROP TABLE parent;
          ALTER TABLE parent_new RENAME TO parent;
          """
        )
      }
      let children = try await database.read { db in
        try db.first("SELECT count(*) FROM child") { try $0.integer(0) }
      }
      #expect(children == 1)
      let error = await refusal {
        try await database.write { try $0.run("INSERT INTO child VALUES (2)") }
      }
      #expect(error?.code == .foreignKey)
    }
  }
}
