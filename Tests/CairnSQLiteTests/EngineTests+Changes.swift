import CairnSQL
import CairnTestKit
import Testing

extension EngineTests {
  @Test(arguments: TestEngine.files)
  func `a commit publishes its tables to each subscriber`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      var first = database.changes().makeAsyncIterator()
      var second = database.changes().makeAsyncIterator()
      try await database.add(1)
      #expect(await first.next() == ["thing"])
      #expect(await second.next() == ["thing"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `triggers and tables without row ids count`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      var changes = database.changes().makeAsyncIterator()
      try await database.write { try $0.run("INSERT INTO pair (a, b) VALUES (1, 2)") }
      #expect(await changes.next() == ["pair", "tally"])
      try await database.write { try $0.run("DELETE FROM pair") }
      #expect(await changes.next() == ["pair"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `unread commits are merged`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      var changes = database.changes().makeAsyncIterator()
      try await database.add(1)
      try await database.write { try $0.run("INSERT INTO tally (n) VALUES (1)") }
      #expect(await changes.next() == ["thing", "tally"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a commit without changes is not published`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      var changes = database.changes().makeAsyncIterator()
      try await database.write { try $0.run("UPDATE thing SET size = 1") }
      try? await database.write { db in
        try db.run("INSERT INTO thing (id) VALUES (1)")
        throw Refused(reason: "no")
      }
      try await database.write { try $0.run("INSERT INTO tally (n) VALUES (1)") }
      #expect(await changes.next() == ["tally"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a RETURNING write is published`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      var changes = database.changes().makeAsyncIterator()
      _ = try await database.write { db in
        try db.first("INSERT INTO thing (id) VALUES (1), (2) RETURNING id") { try $0.integer(0) }
      }
      #expect(await changes.next() == ["thing"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `the stream ends with the database`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      func changesOfAClosedDatabase() async throws -> AsyncStream<Set<String>> {
        try await scratch.open().changes()
      }
      for await _ in try await changesOfAClosedDatabase() {
        Issue.record("Nothing was changed.")
      }
    }
  }

  @Test(arguments: TestEngine.files)
  func `a cancelled listener stops waiting`(engine: TestEngine) async throws {
    try await engine.scratch { scratch in
      let database = try await scratch.open()
      let changes = database.changes()
      let listener = Task {
        var count = 0
        for await _ in changes { count += 1 }
        return count
      }
      listener.cancel()
      #expect(await listener.value == 0)
    }
  }
}
