import CairnSQL
import CairnTestKit
import Testing

/// Requirements for every engine; each other file of this name covers one concern.
@Suite struct EngineTests {
  /// Runs the body with a database that has the empty tables of these tests.
  func withTables<T>(
    _ engine: TestEngine,
    _ body: (any SQLDatabase, ScratchDatabase) async throws -> T
  ) async throws -> T {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      try await database.write { try $0.script(Self.tables) }
      return try await body(database, scratch)
    }
  }

  private static let tables: SQL = """
    CREATE TABLE thing (
      id INTEGER PRIMARY KEY,
      label TEXT UNIQUE,
      bytes BLOB,
      size INTEGER NOT NULL DEFAULT 0 CHECK (size >= 0)
    ) STRICT;
    CREATE TABLE part (
      id INTEGER PRIMARY KEY,
      thing_id INTEGER NOT NULL REFERENCES thing,
      late_id INTEGER REFERENCES thing DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE TABLE pair (
      a INTEGER NOT NULL,
      b INTEGER NOT NULL,
      PRIMARY KEY (a, b)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tally (n INTEGER NOT NULL) STRICT;
    CREATE TRIGGER pair_insert AFTER INSERT ON pair BEGIN
      INSERT INTO tally (n) VALUES (new.a);
    END;
    """
}

extension SQLDatabase {
  /// Returns all labels in the order of their ids.
  func labels() async throws -> [String?] {
    try await read {
      try $0.all("SELECT label FROM thing ORDER BY id") { $0.isNull(0) ? nil : try $0.text(0) }
    }
  }

  /// Returns the number of rows, with a point read.
  func countWithPointRead() async throws -> Int64? {
    try await pointRead { try $0.first("SELECT count(*) FROM thing") { try $0.integer(0) } }
  }

  /// Adds a row.
  func add(_ id: Int, _ label: String? = nil) async throws {
    try await write { db in
      try db.run("INSERT INTO thing (id, label) VALUES (\(id), \(label))")
    }
  }
}

/// Returns the storage error of the closure; anything else fails the test.
func refusal(
  of body: () async throws -> some Any,
  at place: SourceLocation = #_sourceLocation
) async -> StorageError? {
  await #expect(throws: StorageError.self, sourceLocation: place) { _ = try await body() }
}
