import CairnSQL
import CairnTestKit
import Testing

/// What every engine must do; the other files of this name add to it, one concern each.
@Suite struct EngineTests {
  /// A database with the tables of these tests, empty.
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

  private static let tables: StaticString = """
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
  /// The labels of all things, in the order of their ids.
  func labels() async throws -> [String?] {
    try await read { try $0.all("SELECT label FROM thing ORDER BY id") { try $0.textOrNil(0) } }
  }

  /// How many things there are, at a glance.
  func glimpse() async throws -> Int64? {
    try await pointRead { try $0.first("SELECT count(*) FROM thing") { try $0.integer(0) } }
  }

  /// Adds a thing.
  func add(_ id: Int, _ label: String? = nil) async throws {
    try await write { db in
      try db.run("INSERT INTO thing (id, label) VALUES (\(id), \(label))")
    }
  }
}

/// The storage error the closure throws; anything else fails the test.
func refusal(
  of body: () async throws -> some Any,
  at place: SourceLocation = #_sourceLocation
) async -> StorageError? {
  await #expect(throws: StorageError.self, sourceLocation: place) { _ = try await body() }
}
