import Cairn
import CairnActions
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports
import CairnSync

@Suite struct `Deleting a log` {
  @Test func `leaves no row in any table, and can be repeated`() async throws {
    try await TestEngine.postgresql.scratchLog { one in
      _ = try await Scenario(one).add("Emma")
      try await TestEngine.postgresql.scratchLog(seed: 2) { other in
        _ = try await Scenario(other).add("Dune")
        let before = Set(try await tablesWithRows(in: one.database))
        #expect(before.isSuperset(of: ["device", "entry", "mutation", "record", "search_word"]))
        for _ in 0..<2 {
          try await Log.remove(from: one.database)
          #expect(try await tablesWithRows(in: one.database) == [])
          #expect(try await !Log.exists(in: one.database))
        }
        #expect(try await other.log.books().map(\.title) == ["Dune"])
      }
    }
  }

  @Test func `makes every write of an open log fail`() async throws {
    try await TestEngine.postgresql.scratchLog { scratch in
      try await scratch.log.add("Emma")
      try await Log.remove(from: scratch.database)
      let error = await #expect(throws: CairnError.self) { try await scratch.log.add("Dune") }
      #expect(error?.code == "storage.no_log")
      await #expect(throws: CairnError.self) { try await scratch.log.syncHead() }
      _ = try await scratch.log.checkProjections(repair: true)
      #expect(try await tablesWithRows(in: scratch.database) == [])
      #expect(try await scratch.reopen().log.books().isEmpty)
    }
  }

  @Test func `includes concurrent writes`() async throws {
    try await TestEngine.postgresql.scratchLog { scratch in
      let logs = [scratch.log, try await scratch.reopen().log]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for log in logs {
          group.addTask { await writeUntilRefused(log) }
        }
        while try await scratch.log.books().count < 10 {}
        try await Log.remove(from: scratch.database)
        try await group.waitForAll()
      }
      #expect(try await tablesWithRows(in: scratch.database) == [])
    }
  }

  private func writeUntilRefused(_ log: Log) async {
    for number in 0..<1_000 {
      do { try await log.add("\(number)") } catch {
        #expect((error as? CairnError)?.code == "storage.no_log")
        return
      }
    }
    Issue.record("The log took all writes.")
  }
}

@Suite struct `A log that refuses writes` {
  @Test func `can be read, and written again later`() async throws {
    try await TestEngine.postgresql.scratchLog { scratch in
      try await scratch.log.add("Emma")
      try await Log.setWritable(false, in: scratch.database)
      for log in [scratch.log, try await scratch.reopen().log] {
        let error = await #expect(throws: CairnError.self) { try await log.add("Dune") }
        #expect(error?.code == "storage.no_log")
        #expect(try await log.books().map(\.title) == ["Emma"])
      }
      try await Log.setWritable(true, in: scratch.database)
      try await scratch.log.add("Dune")
      #expect(try await scratch.log.books().count == 2)
    }
  }

  @Test func `must exist`() async throws {
    try await TestEngine.postgresql.scratchLog { scratch in
      try await Log.remove(from: scratch.database)
      let error = await #expect(throws: CairnError.self) {
        try await Log.setWritable(false, in: scratch.database)
      }
      #expect(error?.code == "storage.no_log")
    }
  }
}

extension Log {
  fileprivate func add(_ title: String) async throws {
    try await write("Add") { try AddBook(NewBook(title: title), zone: "UTC").run(in: $0) }
  }
}

/// Returns the names of the tables in which an account has rows.
private func tablesWithRows(in database: any SQLDatabase) async throws -> [String] {
  try await database.read { connection in
    try connection.all(
      """
      SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND attname = 'user_id'
        AND xpath_exists('//row', query_to_xml(format('SELECT 1 FROM %I LIMIT 1', relname), true, false, ''))
      """
    ) { try $0.text(0) }
  }
}
